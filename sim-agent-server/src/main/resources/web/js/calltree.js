// The call tree: who called whom, and where the time (or any other meter) went.

import * as api from './api.js';
import * as state from './state.js';
import { fillSelect, quiet, searchBox, select, syncSearch } from './controls.js';
import { el, setText } from './dom.js';
import { Icicle } from './icicle.js';
import { METERS, nameOf, reading } from './meters.js';
import { fullName, writeName } from './name.js';
import { Table, sorted } from './table.js';
import { Tree } from './tree.js';
import { count, percent } from './units.js';

const LIMIT = 5000;
const CHOICES = METERS.map((meter) => [meter.label, nameOf(meter)]);
const WARM = 0.02; // a branch below this share of the whole is not followed as the hot path

export class CallTree {
  constructor() {
    this.roots = [];
    this.table = new Table({ label: 'Call tree', tree: true, keyOf: (line) => line.key, decorate: (row, line) => this.#decorate(row, line) });
    // A node is known by its path: its number may differ from one answer to the next.
    this.tree = new Tree(this.table.body, {
      keyOf: (node, above) => `${above}\n${fullName(node)}`, childrenOf: (node) => node.inside, changed: () => this.render(),
    });
    this.search = searchBox('Search the tree');
    this.meter = select('Meter', CHOICES, this.#meter().label, (meter) => state.set({ meter: meter === 'wall' ? null : meter }));
    this.icicle = new Icicle();
    this.holder = el('div', { class: 'icicle-holder' }, this.icicle.node);
    this.summary = el('span', { class: 'summary' });
    this.empty = quiet();
    this.node = el('section', { class: 'view calltree', 'aria-label': 'Call tree' },
      el('div', { class: 'tools' },
        this.search, this.meter,
        el('button', { type: 'button', on: { click: () => { this.#openHotPath(); this.render(); } } }, 'Hot path'),
        el('button', { type: 'button', on: { click: () => { this.tree.open.clear(); this.render(); } } }, 'Close all'),
        this.summary),
      this.holder, this.table.node, this.empty);
  }

  #meter() {
    return METERS.find((meter) => meter.label === state.get('meter')) || METERS[0];
  }

  async refresh(signal) {
    const answer = await api.calltree({ limit: LIMIT }, signal);
    this.nodes = answer.nodes;
    this.#arrange();
    if (!this.arranged && this.roots.length > 0) {
      this.arranged = true;
      this.#openHotPath();
    }
    this.render();
  }

  /** Largest first at every level, by the meter chosen. */
  #arrange() {
    const { label } = this.#meter();
    const arrange = (nodes) => {
      const ordered = sorted(nodes || [], (node) => reading(node, label, 'total') || 0, true);
      for (const node of ordered) node.inside = arrange(node.children);
      return ordered;
    };
    this.roots = arrange(this.nodes);
    this.whole = this.roots.reduce((sum, node) => sum + (reading(node, label, 'total') || 0), 0);
  }

  #openHotPath() {
    const { label } = this.#meter();
    let [node] = this.roots;
    let above = '';
    while (node && (reading(node, label, 'total') || 0) >= this.whole * WARM) {
      above = this.tree.keyOf(node, above);
      if (node.inside.length > 0) this.tree.open.add(above);
      [node] = node.inside;
    }
  }

  /** What is left of the tree when only paths to a match are kept. */
  #matching(nodes, search) {
    return nodes.flatMap((node) => {
      const match = fullName(node).toLowerCase().includes(search);
      const inside = this.#matching(node.inside, search);
      return match || inside.length > 0 ? [{ ...node, inside, match }] : [];
    });
  }

  #columns() {
    const meter = this.#meter();
    const value = (view) => (line) => reading(line.item, meter.label, view);
    const columns = [
      { id: 'name', label: 'Call', group: '', render: (cell, line) => writeName(this.tree.cell(cell, line), line.item) },
      { id: 'share', label: 'share', group: nameOf(meter), title: 'Total as a part of the whole tree; the darker part is the method itself', render: (cell, line) => this.#share(cell, line.item) },
      { id: 'total', label: 'total', group: nameOf(meter), unit: meter.unit, value: value('total'), title: 'Inner calls included' },
      { id: 'self', label: 'self', group: nameOf(meter), unit: meter.unit, value: value('self'), title: 'Metered inner calls left out' },
      { id: 'mean', label: 'per call', group: nameOf(meter), unit: meter.unit, value: value('mean'), title: 'Total divided by the number of calls' },
      { id: 'max', label: 'max', group: nameOf(meter), unit: meter.unit, value: value('max'), title: 'The largest single call' },
      { id: 'count', label: 'count', group: 'Calls', unit: 'count', value: (line) => line.item.count, title: 'Finished calls' },
      { id: 'errors', label: 'errors', group: 'Calls', unit: 'count', class: 'errors', value: (line) => line.item.errors, title: 'Calls that ended with an exception' },
    ];
    if (meter.label === 'wall') {
      for (const which of ['p50', 'p95', 'p99']) {
        columns.push({ id: which, label: which, group: 'Percentiles', unit: 'ns', value: (line) => line.item.wall && line.item.wall[which] });
      }
    }
    // Another meter is another unit: the cells are made anew.
    return columns.map((column) => ({ ...column, id: `${meter.label} ${column.id}` }));
  }

  #share(cell, node) {
    const { label } = this.#meter();
    if (!cell.firstElementChild) cell.append(el('div', { class: 'gauge', 'aria-hidden': 'true' }, el('span', { class: 'all' }), el('span', { class: 'own' })), el('span', { class: 'share' }));
    const part = (view) => (this.whole > 0 ? Math.min(1, (reading(node, label, view) || 0) / this.whole) : 0);
    const [all, own] = cell.firstElementChild.children;
    all.style.width = `${part('total') * 100}%`;
    own.style.width = `${part('self') * 100}%`;
    setText(cell.lastElementChild, percent(part('total')));
  }

  #decorate(row, line) {
    this.tree.decorate(row, line);
    row.classList.toggle('match', Boolean(line.item.match));
    row.classList.toggle('failing', line.item.errors > 0);
  }

  render() {
    syncSearch(this.search);
    fillSelect(this.meter, CHOICES, this.#meter().label);
    if (!this.nodes) return;
    this.#arrange();
    const search = (state.get('search') || '').toLowerCase();
    const roots = search ? this.#matching(this.roots, search) : this.roots;
    const lines = this.tree.visible(roots, Boolean(search));
    this.table.setColumns(this.#columns());
    this.table.update(lines);
    this.tree.settle();
    this.holder.hidden = lines.length === 0 || Boolean(search);
    if (!this.holder.hidden) this.icicle.draw(roots, this.#meter());
    setText(this.summary, lines.length ? `${count(lines.length)} rows shown` : '');
    this.table.node.hidden = lines.length === 0;
    this.empty.hidden = lines.length > 0;
    setText(this.empty, search ? `Nothing in the tree contains "${state.get('search')}".` : 'No metered method was called in this range.');
  }
}
