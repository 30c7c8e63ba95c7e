// The stacks payloads came from, merged; payloads are the leaves.

import * as api from './api.js';
import { quiet } from './controls.js';
import { el, setText } from './dom.js';
import { writeName } from './name.js';
import { sums } from './payloadcolumns.js';
import { Table } from './table.js';
import { Tree } from './tree.js';

const SMALL = 40; // so many nodes are all open at first sight

/** The server's flat list as nodes that know what is inside; a caller stands before what it calls. */
export function nested(nodes) {
  const byId = new Map();
  const roots = [];
  for (const node of nodes) {
    node.inside = [];
    node.name = node.payload !== undefined ? `payload ${node.payload}` : `${node.class}.${node.method}`;
    byId.set(node.id, node);
    (node.parent === null ? roots : byId.get(node.parent).inside).push(node);
  }
  return roots;
}

/** Writes a method, a splitting node or a payload into a holder. */
export function writeNode(holder, node) {
  if (node.payload !== undefined || node.split) {
    if (!holder.firstElementChild) holder.append(el('span', { class: 'package' }), el('span', { class: 'member' }));
    setText(holder.firstElementChild, node.split ? 'split' : 'payload');
    setText(holder.lastElementChild, node.split ? node.method : node.payload);
    holder.title = node.split ? `${node.split}: ${node.method}` : node.payload;
  } else {
    writeName(holder, node);
  }
  holder.classList.toggle('payload', node.payload !== undefined);
  holder.classList.toggle('split', Boolean(node.split));
}

export class PayloadTree {
  constructor({ changed }) {
    this.roots = [];
    this.table = new Table({ label: 'Payload call tree', tree: true, keyOf: (line) => line.key, decorate: (row, line) => this.tree.decorate(row, line) });
    this.tree = new Tree(this.table, { keyOf: (node, path) => `${path}/${node.name}`, childrenOf: (node) => node.inside, changed });
    this.table.setColumns([
      { id: 'name', label: 'Called', render: (cell, line) => writeNode(this.tree.cell(cell, line), line.item) },
      ...sums((line) => line.item),
    ]);
    this.empty = quiet('No payload in this range. Record the probe, or choose one of its recordings.');
    this.node = el('div', { class: 'figures-holder' }, this.table.node, this.empty);
  }

  async refresh(probe, params, signal) {
    const answer = await api.payloads('calltree', { ...params, limit: 20_000 }, signal);
    this.roots = nested(answer.nodes);
    this.small = answer.nodes.length <= SMALL;
    if (this.of !== probe.probe) { // the hot path is open at first sight; afterwards as the reader left it
      this.of = probe.probe;
      this.tree.open.clear();
      for (let node = this.roots[0], path = ''; node && node.inside.length > 0; node = node.inside[0]) {
        path = `${path}/${node.name}`;
        this.tree.open.add(path);
      }
    }
  }

  render() {
    this.table.update(this.tree.visible(this.roots, this.small));
    this.tree.settle();
    this.table.node.hidden = this.roots.length === 0;
    this.empty.hidden = this.roots.length > 0;
  }
}
