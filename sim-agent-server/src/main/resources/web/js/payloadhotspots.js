// The payloads that took longest; opened, the back traces that say who asked for them.

import * as api from './api.js';
import { quiet } from './controls.js';
import { el } from './dom.js';
import { nested, writeNode } from './payloadtree.js';
import { sums } from './payloadcolumns.js';
import { Table } from './table.js';
import { Tree } from './tree.js';

export class PayloadHotSpots {
  constructor({ changed }) {
    this.roots = [];
    this.traces = new Map(); // text -> its back traces, once it was opened
    this.changed = changed;
    this.table = new Table({ label: 'Payload hot spots', tree: true, keyOf: (line) => line.key, decorate: (row, line) => this.tree.decorate(row, line) });
    this.tree = new Tree(this.table.body, { keyOf: (node, path) => `${path}/${node.name}`, childrenOf: (node) => node.inside, changed: () => this.#opened() });
    this.table.setColumns([
      { id: 'name', label: 'Payload', render: (cell, line) => writeNode(this.tree.cell(cell, line), line.item) },
      ...sums((line) => line.item),
      { id: 'p50', label: 'p50', unit: 'ns', value: (line) => line.item.p50 },
      { id: 'p95', label: 'p95', unit: 'ns', value: (line) => line.item.p95 },
    ]);
    this.empty = quiet('No payload in this range. Record the probe, or choose one of its recordings.');
    this.node = el('div', { class: 'figures-holder' }, this.table.node, this.empty);
  }

  async refresh(probe, params, signal) {
    this.params = params;
    const answer = await api.payloads('hotspots', { ...params, limit: 200 }, signal);
    this.roots = answer.payloads.map((row) => ({ ...row, payload: row.text, name: `payload ${row.text}`, inside: this.traces.get(row.text) || [{ name: 'wait', class: '', method: 'asking\u2026', inside: [] }] }));
    await Promise.all(this.roots.filter((row) => this.tree.open.has(`/${row.name}`)).map((row) => this.#trace(row, signal)));
  }

  #opened() {
    this.changed();
    for (const row of this.roots) {
      if (this.tree.open.has(`/${row.name}`) && !this.traces.has(row.text)) this.#trace(row).then(this.changed, () => {});
    }
  }

  async #trace(row, signal) {
    const { search, ...shared } = this.params;
    const answer = await api.payloads('backtraces', { ...shared, text: row.text }, signal);
    row.inside = nested(answer.nodes);
    this.traces.set(row.text, row.inside);
  }

  render() {
    this.table.update(this.tree.visible(this.roots));
    this.tree.settle();
    this.table.node.hidden = this.roots.length === 0;
    this.empty.hidden = this.roots.length > 0;
  }
}
