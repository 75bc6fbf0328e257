// @ts-check
// Choosing a move, target by target, along the tree of legal moves.

/** @import { Move, TargetName, Tree } from "./frame.d.ts" */

export class Choice {
  constructor() {
    /** @type {Tree} */
    this.tree = {};
    /** @type {TargetName[]} */
    this.path = [];
  }

  /**
   * New legal moves; what was chosen is kept as far as it is still possible.
   * @param {Tree} tree
   */
  offer(tree) {
    this.tree = tree;
    let node = tree;
    /** @type {TargetName[]} */
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

  /**
   * Choose a target, or give up one that is chosen, unless it is to be kept.
   * @param {TargetName} name
   * @param {boolean} keep
   * @returns {Move | null} the whole move, if that completes one
   */
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

  /**
   * The whole move that a target would complete, if it would.
   * @param {TargetName} name
   * @returns {Move | null}
   */
  completed(name) {
    const end = this.node[name] ?? this.tree[name];
    if (!end || Object.keys(end).length) return null;
    return [...(name in this.node ? this.path : []), name].join("-");
  }

  /**
   * Is a whole move among those that are legal now?
   * @param {Move} move
   */
  allows(move) {
    /** @type {Tree | undefined} */
    let end = this.tree;
    for (const name of move.split("-")) end = end?.[name];
    return end !== undefined && Object.keys(end).length === 0;
  }

  clear() {
    this.path = [];
  }
}
