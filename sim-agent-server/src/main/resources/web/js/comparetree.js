// The call trees of two sides as one: at each place what both have, inner calls included, and by how much the place's own differs, which is where a cause is.

import { linked } from './callnodes.js';
import { comparedColumns, STATES, writeDifference } from './comparecolumns.js';
import { el, setText } from './dom.js';
import { writeName } from './name.js';
import { Table } from './table.js';
import { Tree } from './tree.js';

const DEEPEST = 100;

export class CompareTree {
  constructor(changed) {
    this.table = new Table({
      label: 'Differences of the call tree', tree: true, keyOf: (line) => line.key,
      decorate: (row, line) => { this.tree.decorate(row, line); row.classList.toggle('aside', !line.item.certain && !line.item.ownCertain); },
    });
    this.tree = new Tree(this.table, { keyOf: (node) => node.path, childrenOf: (node) => node.inside, changed });
    this.node = this.table.node;
    this.roots = [];
  }

  /** Takes an answer; the way to what differs most is open at first. */
  update(nodes) {
    const all = linked(nodes); // siblings stand in the order of how much they differ
    for (const node of all) node.inside = [];
    this.roots = [];
    for (const node of all) (node.above ? node.above.inside : this.roots).push(node);
    if (this.opened || this.roots.length === 0) return;
    this.opened = true;
    let [node] = this.roots;
    for (let level = 0; level < DEEPEST && node && node.inside.length > 0; level++) {
      this.tree.open.add(node.path);
      [node] = node.inside;
    }
  }

  render(unit, per) {
    const columns = comparedColumns(unit, per, (line) => line.item);
    columns.splice(4, 0, { id: `own ${unit}`, label: 'of its own', group: columns[0].group, numeric: true, title: 'The difference of its own, metered inner calls left out: what lies here and not inside', render: (cell, line) => writeDifference(cell, line.item.own, line.item.ownCertain, unit) });
    this.table.setColumns([{ id: 'name', label: 'Call', group: '', render: (cell, line) => this.#name(this.tree.cell(cell, line), line.item) }, ...columns]);
    this.table.update(this.tree.visible(this.roots));
    this.tree.settle();
  }

  #name(holder, node) {
    writeName(holder, node);
    let badge = holder.parentElement.querySelector('.badge');
    if (!badge) holder.after(badge = el('span', { class: 'badge open' }));
    setText(badge, STATES[node.state]);
    badge.hidden = node.state === 'both';
  }
}
