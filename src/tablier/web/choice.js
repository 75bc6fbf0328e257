// Choosing a move, target by target, along the tree of legal moves.

export class Choice {
  constructor() {
    this.tree = {};
    this.path = [];
  }

  /** New legal moves; what was chosen is kept as far as it is still possible. */
  offer(tree) {
    this.tree = tree;
    let node = tree;
    const kept = [];
    for (const name of this.path) {
      if (!(name in node) || Object.keys(node[name]).length === 0) break;
      kept.push(name);
      node = node[name];
    }
    this.path = kept;
  }

  get node() {
    return this.path.reduce((node, name) => node[name], this.tree);
  }

  /** What can come next, and what could be chosen instead of what is chosen. */
  get targets() {
    const next = Object.keys(this.node);
    if (!this.path.length) return next;
    return [...new Set([...next, ...Object.keys(this.tree)])].filter((name) => !this.path.includes(name));
  }

  /** What would begin another move, once one is begun. */
  get others() {
    return this.path.length ? Object.keys(this.tree).filter((name) => !(name in this.node)) : [];
  }

  /** Choose a target; returns the whole move if that completes one. */
  take(name, keep = false) {
    if (this.path.includes(name)) {
      if (!keep) this.path = this.path.slice(0, this.path.indexOf(name));
      return null;
    }
    if (!(name in this.node)) this.path = [];
    if (!(name in this.node)) return null;
    if (Object.keys(this.node[name]).length === 0) {
      const move = [...this.path, name].join("-");
      this.path = [];
      return move;
    }
    this.path = [...this.path, name];
    return null;
  }

  /** The whole move that a target would complete, if it would. */
  completed(name) {
    const end = this.node[name] ?? this.tree[name];
    if (!end || Object.keys(end).length) return null;
    return [...(name in this.node ? this.path : []), name].join("-");
  }

  /** Is a whole move among those that are legal now? */
  allows(move) {
    const end = move.split("-").reduce((node, name) => node?.[name], this.tree);
    return Boolean(end) && Object.keys(end).length === 0;
  }

  clear() {
    this.path = [];
  }
}
