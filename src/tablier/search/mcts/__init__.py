"""Monte Carlo tree search: `search` drives it, `kernel` grows the tree, the others are its parts."""
