"""Alpha-beta: `search` deepens, `kernel` searches, `table` remembers, `pv` follows lines, `wdl` asks who wins."""
