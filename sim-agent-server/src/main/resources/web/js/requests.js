// Requests: the kinds of contexts, by name and tag, with the exact sums of all of them, whichever are kept one by one; or one of them. Below the
// kinds, and alone where there are none, the outermost calls that were made outside of contexts.

import * as api from './api.js';
import * as state from './state.js';
import { quiet, searchBox, segments, syncSearch, syncSegments } from './controls.js';
import { FurtherColumns } from './furthercolumns.js';
import { KindView } from './kindview.js';
import { sparkline } from './sparkline.js';
import { el, setAttribute, setText } from './dom.js';
import { METERS, nameOf } from './meters.js';
import { fullName, writeName } from './name.js';
import { Table, sorted } from './table.js';
import { count, percent } from './units.js';

const LIMIT = 1_000;
const ENTRIES = 200;
const POINTS = 40; // of a line in a row
/** What is known of contexts alone. */
const OF_CONTEXTS = ['kept', 'calls', 'errors', 'statements', 'wall'];
/** Meters that stand in the table; the others do where they are chosen. */
const USUAL = ['thread.cpu', 'alloc.bytes', 'blocking.time', 'waiting.time'];
const FURTHER = [['kept', 'Kept one by one'], ['calls', 'Outermost calls'], ['errors', 'Errors of these calls'], ['wall', 'Metered time'],
  ...METERS.slice(1).filter((meter) => !USUAL.includes(meter.label)).map((meter) => [meter.label, nameOf(meter)])];
const NO_CONTEXT = 'No context ended in this range, so these are the outermost calls. Libraries that take requests open a context for each (libraries=auto), and so does a method marked @CreateContext; then the slowest and the failed ones are kept whole.';
const BESIDE = 'The outermost calls that began outside of these requests; a call around a request, such as of a filter, is in both lists.';
const MIXED = 'Requests call it at the same place too';
const DEFAULT = 'share';
/** By what the server sorts, of more kinds than are read; a sort by the name or by statements is of those alone that are read. */
const ORDERS = { share: 'duration', count: 'contexts', rate: 'contexts', name: null, statements: null };
const VIEWS = [['each', 'Per request', 'Sums divided by the number of requests'], ['all', 'All', 'Sums over all requests of the kind']];

const NONE = 'No context ended in this range, and no outermost call. Libraries that take requests open a context for each (libraries=auto), and so does a method marked @CreateContext.';
const NO_STATEMENTS = 'No statement was recorded: libraries=auto or libraries=jdbc finds them, payload.record=all records them';
const SHARED = 'Other requests, or work outside of requests, pass the same places: what ran there is shared out by the calls';

/** Where not all calls of an entry point were read, the sum of durations has those alone that were. */
const meanOf = ({ duration, durationNanos, contexts }) => (duration && duration.mean !== undefined ? duration.mean : durationNanos / Math.max(1, contexts));

/** Marks a figure that is not of these requests alone. */
function writeShared(cell, { statements }) {
  const isShared = Boolean(statements && statements.shared);
  cell.classList.toggle('partial', isShared);
  if (isShared) setAttribute(cell, 'title', SHARED);
}

export class Requests {
  constructor() {
    this.kinds = [];
    this.entries = [];
    this.table = new Table({
      label: 'Requests', keyOf: (kind) => JSON.stringify([kind.tag, kind.name]), onSort: (column) => this.#sortBy(column), isLike: () => true,
      decorate: (line, kind) => line.classList.toggle('failing', kind.failed > 0),
    });
    this.search = searchBox('Search requests');
    this.views = segments('Measures of the work inside', VIEWS, (view) => state.set({ view: view === 'each' ? null : view }));
    this.further = new FurtherColumns('sim.requests.columns', FURTHER, () => this.render());
    this.summary = el('span', { class: 'summary' });
    this.empty = quiet();
    this.outermost = new Table({
      label: 'Entry points', keyOf: fullName, onSort: (column) => this.#sortBy(column),
      decorate: (line, entry) => line.classList.toggle('failing', entry.failed > 0),
    });
    this.outside = el('section', { class: 'entries', 'aria-label': 'Outside of requests', hidden: true },
      el('h3', {}, 'Entry points'), this.said = el('p', { class: 'calm' }), this.outermost.node);
    this.node = el('section', { class: 'view requests', 'aria-label': 'Requests' },
      this.tools = el('div', { class: 'tools' }, this.search, this.views, this.further.node, this.summary), this.table.node, this.outside, this.empty);
    this.kind = new KindView();
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

  /** What the server is asked for: which kinds are read matters where there are more. */
  #order() {
    const { id, descending } = this.#sort();
    const sort = id in ORDERS ? ORDERS[id] : id;
    if (!sort || !this.#columns(0).some((column) => column.id === id && column.sortable)) return {};
    return { sort, up: descending ? null : true, each: this.#view() === 'each' ? true : null };
  }

  async refresh(signal) {
    if (KindView.wanted()) {
      this.#show();
      await this.kind.refresh(signal);
      return;
    }
    const asked = JSON.stringify(['application', 'instance', 'last', 'from', 'to'].map((name) => state.get(name)));
    const kinds = api.kinds({ ...this.#order(), limit: LIMIT, percentiles: true, statements: true, points: POINTS }, signal); // seen first
    const entryPoints = api.entryPoints({ limit: ENTRIES, points: POINTS }, signal).catch((failure) => { // beside the kinds, never instead of them
      if (signal && signal.aborted) throw failure;
      return { entries: [], all: { entries: 0, calls: 0, failed: 0, durationNanos: 0 }, busy: failure instanceof api.Busy ? failure : null };
    });
    entryPoints.catch(() => {}); // the kinds may fail first
    const answer = await kinds;
    const isFirst = !this.all;
    this.kinds = answer.kinds;
    this.all = answer.all;
    this.range = [answer.from, answer.to];
    this.seconds = Math.max(1, (answer.to - answer.from) / 1_000);
    if (isFirst && answer.kinds.length > 0) this.render(); // they need not wait for what is below them
    const outside = await entryPoints;
    const { busy } = outside;
    if (!busy || this.entriesOf !== asked) { // else the last ones stay beside the kinds that came
      this.entries = outside.entries.map((entry) => ({ ...entry, contexts: entry.calls }));
      this.allEntries = outside.all;
      this.entriesOf = busy ? null : asked;
    }
    if (!busy || this.entriesOf || answer.kinds.length > 0) this.render(); // that there is nothing at all is not known yet
    if (busy) throw Object.assign(busy, { isBeside: true });
  }

  /** Of an entry point: its calls are what contexts are of a kind. */
  #entryColumns() {
    return this.#columns(this.allEntries ? this.allEntries.durationNanos : 0).filter((column) => !OF_CONTEXTS.includes(column.id)).map((column) => ({ ...column, ...({
      name: { label: 'Method', value: (entry) => fullName(entry).toLowerCase(), render: writeEntry },
      count: { title: 'Calls that ended in the range' },
      failed: { title: 'Calls that ended with an exception' },
      time: { title: 'Calls in each part of the range' },
    }[column.id]), ...(column.absent ? { absent: MIXED } : {}), group: column.group === 'Requests' ? 'Calls' : column.group }));
  }

  /** @param whole the sum of durations of which each has its share */
  #columns(whole) {
    const each = this.#view() === 'each';
    const of = (value, kind) => (value === undefined ? undefined : each ? value / Math.max(1, kind.contexts) : value);
    return [
      { id: 'name', label: 'Request', group: '', sortable: true, first: 'ascending', value: (kind) => kind.name.toLowerCase(), render: (cell, kind) => this.#name(cell, kind) },
      { id: 'share', label: 'share', group: 'Requests', sortable: true, numeric: true, title: 'Of the sum of all durations', value: (kind) => kind.durationNanos, render: (cell, kind) => setText(cell, percent(whole > 0 ? kind.durationNanos / whole : 0)) },
      { id: 'mean', label: 'mean', group: 'Requests', unit: 'ns', sortable: true, title: 'Mean duration from start to end', value: meanOf },
      ...['p50', 'p95', 'p99', 'max'].map((which) => ({ id: which, label: which, group: 'Requests', unit: 'ns', sortable: true, absent: 'Its agent tells no durations', title: which === 'max' ? 'The longest' : `${which.slice(1)} % took at most this long (within 3.2 %)`, value: (kind) => (kind.duration || {})[which] })),
      { id: 'time', label: 'over time', group: 'Requests', render: (cell, kind) => this.#line(cell, kind), title: 'Requests in each part of the range' },
      { id: 'count', label: 'count', group: 'Requests', unit: 'count', sortable: true, title: 'Requests that ended in the range', value: (kind) => kind.contexts },
      { id: 'rate', label: 'per second', group: 'Requests', unit: 'count', sortable: true, title: 'Over the whole range', value: (kind) => kind.contexts / this.seconds },
      { id: 'failed', label: 'failed', group: 'Requests', unit: 'count', sortable: true, class: 'errors', title: 'Requests that ended with an exception, that were answered with 500 or more, or in which an outermost call failed', value: (kind) => kind.failed },
      { id: 'kept', label: 'kept', group: 'Requests', unit: 'count', sortable: true, title: 'Kept one by one: these are under Contexts', value: (kind) => kind.kept },
      { id: 'calls', label: 'outermost calls', group: 'Work inside', unit: 'count', sortable: true, title: 'Metered calls that no other call in the request made. Those that these made are not in it: the page of the kind has them by method', value: (kind) => of(kind.calls, kind) },
      { id: 'errors', label: 'errors', group: 'Work inside', unit: 'count', sortable: true, class: 'errors', title: 'How many of the outermost calls failed', value: (kind) => of(kind.errors, kind) },
      {
        id: 'statements', label: 'statements', group: 'Work inside', unit: 'count', sortable: true, title: 'Statements (JDBC) run in them while they were recorded', absent: NO_STATEMENTS,
        value: ({ statements }) => statements && (each ? statements.count / Math.max(1, statements.contexts) : statements.count), after: writeShared,
      },
      ...METERS.map((meter) => ({
        id: meter.label, label: meter.label === 'wall' ? 'metered' : meter.short, group: meter.label === 'wall' ? 'Work inside' : meter.group, unit: meter.unit, sortable: true,
        title: `${nameOf(meter)} of the calls inside: ${meter.title}`, value: (kind) => of((kind.meters[meter.label] || {}).total, kind),
      })),
    ];
  }

  #line(cell, kind) {
    sparkline(cell, (kind.points || []).map(([at, contexts]) => [at, contexts]), ...this.range);
  }

  /** Leads to the kind: over time, its slowest and failed requests, its methods. */
  #name(cell, kind) {
    if (!cell.firstElementChild) cell.append(el('a', { class: 'kind', title: 'Over time, the slowest and the failed, methods' }, el('span', { class: 'package' }), el('span', { class: 'member' })));
    const link = cell.firstElementChild;
    link.href = state.linkTo('requests', { context: null, name: kind.name, tag: kind.tag });
    setText(link.firstElementChild, kind.tag || '');
    setText(link.lastElementChild, kind.name);
  }

  /** All kinds, or the one that the link names. */
  #show() {
    const parts = KindView.wanted() ? [this.kind.node] : [this.tools, this.table.node, this.outside, this.empty];
    if (this.node.firstElementChild !== parts[0]) this.node.replaceChildren(...parts);
  }

  render() {
    this.#show();
    if (KindView.wanted()) {
      this.kind.render();
      return;
    }
    syncSearch(this.search);
    syncSegments(this.views, this.#view());
    const [kinds, entries] = [this.kinds.filter((kind) => matches(`${kind.tag || ''} ${kind.name}`)), this.entries.filter((entry) => matches(fullName(entry)))];
    this.#fill(this.table, kinds, this.#columns(this.all ? this.all.durationNanos : 0));
    this.#fill(this.outermost, entries, this.#entryColumns());
    const [none, alone] = [entries.length === 0, this.kinds.length === 0];
    setText(this.summary, alone ? none ? '' : state.get('search') ? ofFoundEntries(entries) : ofEntries(this.allEntries) : state.get('search') ? ofFound(kinds) : ofKinds(this.all, this.kinds.length));
    this.table.node.hidden = kinds.length === 0;
    this.outside.hidden = none;
    this.outside.classList.toggle('alone', alone);
    const cut = this.allEntries && this.allEntries.entries > this.entries.length ? ` Of ${count(this.allEntries.entries)} methods these ${count(this.entries.length)} took longest.` : '';
    setText(this.said, `${alone ? NO_CONTEXT : BESIDE}${cut}`);
    this.empty.hidden = kinds.length > 0 || !none;
    setText(this.empty, alone && this.entries.length === 0 ? NONE : `No request and no entry point contains "${state.get('search')}" in this range.`);
  }

  #fill(table, rows, columns) {
    const sort = this.#sort();
    const column = columns.find((candidate) => candidate.id === sort.id);
    table.setColumns(this.further.of(columns, sort.id));
    const shown = column ? sorted(rows, column.value, sort.descending) : rows;
    table.update(sort.id === DEFAULT ? [...shown.filter((row) => !row.program), ...shown.filter((row) => row.program)] : shown, sort);
  }
}

/** Whether a name is searched for. */
function matches(name) {
  return name.toLowerCase().includes((state.get('search') || '').toLowerCase());
}

function ofFound(kinds) {
  const sum = (of) => count(kinds.reduce((all, kind) => all + of(kind), 0));
  return kinds.length === 0 ? '' : `${count(kinds.length)} ${kinds.length === 1 ? 'kind' : 'kinds'}, ${sum((kind) => kind.contexts)} requests, ${sum((kind) => kind.failed)} failed`;
}

function ofKinds({ kinds, contexts, failed }, read) {
  return `${count(kinds)} ${kinds === 1 ? 'kind' : 'kinds'}, ${count(contexts)} requests, ${count(failed)} failed${kinds > read ? `; the first ${count(read)} kinds below` : ''}`;
}

function ofEntries({ entries, calls, failed }) {
  return `${count(entries)} entry ${entries === 1 ? 'point' : 'points'}, ${count(calls)} ${calls === 1 ? 'call' : 'calls'}, ${count(failed)} failed`;
}

function ofFoundEntries(entries) {
  const sum = (of) => entries.reduce((all, entry) => all + of(entry), 0);
  return ofEntries({ entries: entries.length, calls: sum((entry) => entry.calls), failed: sum((entry) => entry.failed) });
}

/** Leads to the method: over time, percentiles, the calls that were kept. */
function writeEntry(cell, entry) {
  if (!cell.firstElementChild) cell.append(el('a', { class: 'kind' }));
  cell.firstElementChild.href = state.linkTo('methods', { context: null, class: entry.class, method: entry.method });
  writeName(cell.firstElementChild, entry);
}
