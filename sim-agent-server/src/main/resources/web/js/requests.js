// Requests: the kinds of contexts, by name and tag, with the exact sums of all of them, whichever are kept one by one.

import * as api from './api.js';
import * as state from './state.js';
import { quiet, segments, syncSegments } from './controls.js';
import { el, setText } from './dom.js';
import { METERS, nameOf } from './meters.js';
import { Table, sorted } from './table.js';
import { count, percent } from './units.js';

const LIMIT = 1_000;
const DEFAULT = 'share';
const VIEWS = [['each', 'Per request', 'Sums divided by the number of requests'], ['all', 'All', 'Sums over all requests of the kind']];

export class Requests {
  constructor() {
    this.kinds = [];
    this.table = new Table({
      label: 'Requests', keyOf: (kind) => JSON.stringify([kind.tag, kind.name]), onSort: (column) => this.#sortBy(column),
      decorate: (line, kind) => line.classList.toggle('failing', kind.failed > 0),
    });
    this.views = segments('Measures of the work inside', VIEWS, (view) => state.set({ view: view === 'each' ? null : view }));
    this.summary = el('span', { class: 'summary' });
    this.empty = quiet('No context ended in this range. Libraries that take requests open one for each (libraries=auto), and so does a method marked @CreateContext.');
    this.node = el('section', { class: 'view requests', 'aria-label': 'Requests' },
      el('div', { class: 'tools' }, this.views, this.summary), this.table.node, this.empty);
  }

  #view() {
    return state.get('view') === 'all' ? 'all' : 'each';
  }

  #sort() {
    const id = state.get('sort') || DEFAULT;
    return { id, descending: state.get('order') ? state.get('order') === 'down' : id !== 'name' };
  }

  #sortBy(column) {
    const now = this.#sort();
    const first = column.first !== 'ascending';
    const descending = now.id === column.id ? !now.descending : first;
    state.set({ sort: column.id === DEFAULT ? null : column.id, order: descending === first ? null : descending ? 'down' : 'up' });
  }

  async refresh(signal) {
    const answer = await api.kinds({ limit: LIMIT }, signal);
    this.kinds = answer.kinds;
    this.seconds = Math.max(1, (answer.to - answer.from) / 1_000);
    this.whole = this.kinds.reduce((sum, kind) => sum + kind.durationNanos, 0);
    this.render();
  }

  #columns() {
    const each = this.#view() === 'each';
    const of = (value, kind) => (value === undefined ? undefined : each ? value / Math.max(1, kind.contexts) : value);
    return [
      { id: 'name', label: 'Request', group: '', sortable: true, first: 'ascending', value: (kind) => kind.name.toLowerCase(), render: (cell, kind) => this.#name(cell, kind) },
      { id: 'share', label: 'share', group: 'Requests', sortable: true, numeric: true, title: 'Of the sum of all durations', value: (kind) => kind.durationNanos, render: (cell, kind) => setText(cell, percent(this.whole > 0 ? kind.durationNanos / this.whole : 0)) },
      { id: 'mean', label: 'mean', group: 'Requests', unit: 'ns', sortable: true, title: 'Mean duration from start to end', value: (kind) => kind.durationNanos / Math.max(1, kind.contexts) },
      { id: 'count', label: 'count', group: 'Requests', unit: 'count', sortable: true, title: 'Requests that ended in the range', value: (kind) => kind.contexts },
      { id: 'rate', label: 'per second', group: 'Requests', unit: 'count', sortable: true, title: 'Over the whole range', value: (kind) => kind.contexts / this.seconds },
      { id: 'failed', label: 'failed', group: 'Requests', unit: 'count', sortable: true, class: 'errors', title: 'Requests that ended with an error', value: (kind) => kind.failed },
      { id: 'kept', label: 'kept', group: 'Requests', unit: 'count', sortable: true, title: 'Kept one by one: these are under Contexts', value: (kind) => kind.kept },
      { id: 'calls', label: 'calls', group: 'Work inside', unit: 'count', sortable: true, title: 'Metered calls begun directly in it', value: (kind) => of(kind.calls, kind) },
      { id: 'errors', label: 'errors', group: 'Work inside', unit: 'count', sortable: true, class: 'errors', value: (kind) => of(kind.errors, kind) },
      ...METERS.map((meter) => ({
        id: meter.label, label: meter.label === 'wall' ? 'metered' : meter.short, group: meter.label === 'wall' ? 'Work inside' : meter.group, unit: meter.unit, sortable: true,
        title: `${nameOf(meter)} of the calls inside: ${meter.title}`, value: (kind) => of((kind.meters[meter.label] || {}).total, kind),
      })),
    ];
  }

  /** Leads to the longest of its contexts that are kept. */
  #name(cell, kind) {
    if (!cell.firstElementChild) cell.append(el('a', { class: 'kind', title: 'Those kept one by one, the longest first' }, el('span', { class: 'package' }), el('span', { class: 'member' })));
    const link = cell.firstElementChild;
    link.href = state.linkTo('contexts', { name: kind.name, ...(kind.tag ? { tag: kind.tag } : {}), sort: 'duration' });
    setText(link.firstElementChild, kind.tag || '');
    setText(link.lastElementChild, kind.name);
  }

  render() {
    syncSegments(this.views, this.#view());
    const columns = this.#columns();
    const sort = this.#sort();
    const column = columns.find((candidate) => candidate.id === sort.id);
    this.table.setColumns(columns);
    this.table.update(column ? sorted(this.kinds, column.value, sort.descending) : this.kinds, sort);
    const requests = this.kinds.reduce((sum, kind) => sum + kind.contexts, 0);
    const failed = this.kinds.reduce((sum, kind) => sum + kind.failed, 0);
    setText(this.summary, this.kinds.length === 0 ? '' : `${count(this.kinds.length)} kinds, ${count(requests)} requests, ${count(failed)} failed`);
    this.table.node.hidden = this.kinds.length === 0;
    this.empty.hidden = !this.kinds || this.kinds.length > 0;
  }
}
