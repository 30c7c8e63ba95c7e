// The payloads that took longest; opened, the back traces that say who asked for them.

import * as api from './api.js';
import * as state from './state.js';
import { quiet } from './controls.js';
import { el, setText } from './dom.js';
import { nested, writeNode } from './payloadtree.js';
import { sums } from './payloadcolumns.js';
import { Table } from './table.js';
import { Tree } from './tree.js';
import { percent } from './units.js';

const LIMIT = 200;
const NOTED = 0.1; // a change of the mean beyond it is coloured
const NONE = { count: 0, total: 0 };
const OF_PAYLOADS = 'Of a payload, not of a place';

export class PayloadHotSpots {
  constructor({ changed }) {
    this.roots = [];
    this.traces = new Map(); // text -> its back traces, once it was opened
    this.changed = changed;
    this.table = new Table({ label: 'Payload hot spots', tree: true, keyOf: (line) => line.key, decorate: (row, line) => this.tree.decorate(row, line) });
    this.tree = new Tree(this.table, { keyOf: (node, path) => `${path}/${node.name}`, childrenOf: (node) => node.inside, changed: () => this.#opened() });
    this.empty = quiet('No payload in this range. Record the probe, or choose one of its recordings.');
    this.node = el('div', { class: 'figures-holder' }, this.table.node, this.empty);
  }

  #columns() {
    const columns = [
      { id: 'name', label: 'Payload', group: '', render: (cell, line) => this.#name(this.tree.cell(cell, line), line.item) },
      ...sums((line) => line.item).map((column) => ({ ...column, group: 'Payloads' })),
      { id: 'p50', label: 'p50', group: 'Payloads', unit: 'ns', value: (line) => line.item.p50, absent: OF_PAYLOADS },
      { id: 'p95', label: 'p95', group: 'Payloads', unit: 'ns', value: (line) => line.item.p95, absent: OF_PAYLOADS },
    ];
    if (!this.others) return columns;
    const other = (figure) => (line) => (line.item.payload === undefined ? undefined : (this.others.get(line.item.text) || NONE)[figure]);
    const group = 'In the other recording';
    return [...columns,
      { id: 'other count', label: 'count', group, unit: 'count', value: other('count'), absent: OF_PAYLOADS },
      { id: 'other total', label: 'total', group, unit: 'ns', value: other('total'), absent: OF_PAYLOADS },
      { id: 'other mean', label: 'mean', group, unit: 'ns', value: other('mean'), absent: 'It has no such payload' },
      { id: 'change', label: 'mean, change', group, numeric: true, title: 'From the other recording to this one', render: (cell, line) => this.#change(cell, line.item) },
    ];
  }

  #name(holder, node) {
    writeNode(holder, node);
    let link = holder.parentElement.querySelector('.more');
    if (!link && node.payload !== undefined) holder.parentElement.append(link = el('a', { class: 'more', title: 'How often and how long it alone, over time' }, 'over time'));
    if (!link) return;
    link.hidden = node.payload === undefined;
    if (!link.hidden) link.href = state.linkTo('probes', { as: 'telemetries', probe: this.params.probe, recording: this.params.recording, text: node.text });
  }

  #change(cell, row) {
    const before = row.payload === undefined ? undefined : (this.others.get(row.text) || NONE).mean;
    const change = before > 0 ? row.mean / before - 1 : NaN;
    setText(cell, Number.isFinite(change) ? `${change > 0 ? '+' : change < 0 ? '\u2212' : ''}${percent(Math.abs(change))}` : '');
    cell.classList.toggle('worse', change > NOTED);
    cell.classList.toggle('better', change < -NOTED);
  }

  async refresh(probe, params, signal) {
    this.params = params;
    const compare = state.get('compare');
    const [answer, other] = await Promise.all([api.payloads('hotspots', { ...params, limit: LIMIT }, signal),
      compare ? api.payloads('hotspots', { ...params, recording: compare, limit: 10 * LIMIT }, signal) : null]);
    this.others = other && new Map(other.payloads.map((row) => [row.text, row]));
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
    this.table.setColumns(this.#columns());
    this.table.update(this.tree.visible(this.roots));
    this.tree.settle();
    this.table.node.hidden = this.roots.length === 0;
    this.empty.hidden = this.roots.length > 0;
  }
}
