// The calls that were kept one by one: the newest, the longest, those that were blocked longest, of all of the range.

import * as api from './api.js';
import * as state from './state.js';
import { linkContext } from './contextname.js';
import { checkbox, filter, leastDuration, onThread, quiet, syncCheckbox } from './controls.js';
import { el, setText } from './dom.js';
import { METERS, nameOf } from './meters.js';
import { shortName, fullName, writeName } from './name.js';
import { whyNoCalls } from './onlycounted.js';
import { Table } from './table.js';
import { clock, count, moment } from './units.js';

const LIMIT = 300;
const DEFAULT = 'start';
/** By what calls are left out that may be kept. */
const NARROWING = ['least', 'thread', 'errors', 'method', 'context'];
const FIRSTS = { start: 'newest ', wall: 'longest ' };

export class Invocations {
  constructor() {
    this.calls = [];
    this.table = new Table({
      label: 'Invocations', keyOf: (call) => call.key, onSort: (column) => this.#sortBy(column.id), decorate: (line, call) => line.classList.toggle('failing', Boolean(call.error)),
    });
    this.table.setColumns(columns());
    this.errors = checkbox('errors only', state.get('errors') === 'true', (errors) => state.set({ errors: errors ? 'true' : null }));
    this.least = leastDuration();
    this.thread = onThread('Only calls on a thread');
    this.filters = el('span', { class: 'filters' });
    this.summary = el('span', { class: 'summary' });
    this.empty = quiet();
    this.node = el('section', { class: 'view invocations', 'aria-label': 'Invocations' },
      el('div', { class: 'tools' }, this.thread.node, this.least.node, this.errors, this.filters, this.summary), this.table.node, this.empty);
  }

  #sort() {
    return state.get('sort') || DEFAULT;
  }

  /** The server orders: what it orders by may be far from the newest. */
  #sortBy(id) {
    state.set({ sort: id === DEFAULT ? null : id, up: this.#sort() === id && !state.get('up') ? 'true' : null });
  }

  async refresh(signal) {
    const answer = await api.invocations({
      class: state.get('class'), method: state.get('method'), errors: state.get('errors'), least: state.get('least'), thread: state.get('thread'), sort: state.get('sort'), up: state.get('up'), limit: LIMIT,
    }, signal);
    const times = new Map();
    this.calls = answer.invocations;
    for (const call of this.calls) {
      // Calls of one thread may begin in the same millisecond: the key counts them.
      const like = `${call.instance} ${call.thread} ${call.start} ${fullName(call)}`;
      times.set(like, (times.get(like) || 0) + 1);
      call.key = `${like} ${times.get(like)}`;
    }
    this.render();
  }

  render() {
    syncCheckbox(this.errors, state.get('errors') === 'true');
    this.least.sync();
    this.thread.sync();
    this.#showFilters();
    this.table.update(this.calls, { id: this.#sort(), descending: !state.get('up') });
    setText(this.summary, this.calls.length ? `${this.calls.length === LIMIT ? (!state.get('up') && FIRSTS[this.#sort()]) || 'first ' : ''}${count(this.calls.length)} calls kept` : '');
    this.table.node.hidden = this.calls.length === 0;
    this.empty.hidden = this.calls.length > 0;
    setText(this.empty, NARROWING.some((name) => state.get(name)) ? 'No call that was kept in this range is like that.' : whyNoCalls());
  }

  /** What narrows the list, each with a way to lift it. */
  #showFilters() {
    const filters = [];
    if (state.get('method')) filters.push([shortName({ class: state.get('class') || '', method: state.get('method') }), { class: null, method: null }]);
    const signature = JSON.stringify(filters);
    if (this.filters.signature === signature) return;
    this.filters.signature = signature;
    this.filters.replaceChildren(...filters.map(([text, lifted]) => filter(text, () => state.set(lifted))));
  }
}

function columns() {
  return [
    { id: 'name', label: 'Method', group: '', render: (cell, call) => { if (!cell.firstElementChild) cell.append(el('div', { class: 'name' })); writeName(cell.firstElementChild, call); } },
    { id: 'start', label: 'Began', group: 'Call', sortable: true, render: (cell, call) => { setText(cell, clock(call.start, true)); cell.title = moment(call.start); } },
    { id: 'outcome', label: 'Outcome', group: 'Call', render: outcome },
    ...METERS.map((meter) => ({
      id: meter.label, label: meter.short, group: meter.group, unit: meter.unit, sortable: true, title: `${nameOf(meter)}: ${meter.title}`,
      value: (call) => (call.meters[meter.label] || {}).value,
    })),
    { id: 'thread', label: 'Thread', group: 'Where', render: (cell, call) => { setText(cell, call.thread); cell.title = call.thread; } },
    { id: 'context', label: 'Context', group: 'Where', render: (cell, call) => linkContext(cell, call.context) },
  ];
}

function outcome(cell, call) {
  setText(cell, call.error ? call.exception || 'error' : 'returned');
  cell.title = call.error ? call.exception || 'Ended with an exception' : '';
  cell.classList.toggle('error', Boolean(call.error));
  cell.classList.toggle('calm', !call.error);
}
