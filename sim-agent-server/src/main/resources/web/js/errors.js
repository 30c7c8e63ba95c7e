// What failed: by the exception's type and the place where it began, with the requests it failed; and one of them in full.

import * as api from './api.js';
import * as state from './state.js';
import { linkRequest } from './contextname.js';
import { quiet, searchBox, syncSearch } from './controls.js';
import { el, setAttribute, setText } from './dom.js';
import { ErrorPlot } from './errorplot.js';
import { packageOf, simple, writeName } from './name.js';
import { whyNoFailures } from './onlycounted.js';
import { Stacks } from './stacks.js';
import { figure, Table, sorted } from './table.js';
import { clock, count, duration, moment } from './units.js';

const LIMIT = 1_000;
const KEPT = 50;
const STACKS = 20;
const MOST_STACKS = 1_000;
/** The order where none is chosen: the most frequent first. In chosen contexts that is by what is kept, because the others may have been elsewhere. */
const usual = () => (state.get('context') ? 'count' : 'all');
const frequency = (error) => Math.max(error.count, error.all || 0);
const keyOf = (error) => JSON.stringify([error.type, error.class, error.method, error.name, error.tag]);

export class Errors {
  constructor() {
    this.rows = null;
    this.search = searchBox('Search exceptions and places');
    this.table = new Table({
      label: 'Errors', keyOf, onSort: (column) => this.#sortBy(column),
      decorate: (line, error) => setAttribute(line, 'aria-current', keyOf(error) === state.get('chosen') ? 'true' : null),
    });
    this.table.setColumns(this.#columns());
    this.summary = el('span', { class: 'summary' });
    this.empty = quiet();
    this.package = el('p', { class: 'package' });
    this.title = el('h2');
    this.message = el('p', { class: 'error' });
    this.place = el('p');
    this.ways = el('p', { class: 'ways' });
    this.kept = new Table({ label: 'The failures kept', keyOf: (row) => row.key });
    this.kept.setColumns([
      { id: 'when', label: 'Failed', render: (cell, row) => { setText(cell, clock(row.at, true)); cell.title = moment(row.at); } },
      { id: 'request', label: 'Request', render: (cell, row) => linkRequest(cell, row) },
      { id: 'wall', label: 'duration', unit: 'ns', value: (row) => row.nanos },
      { id: 'text', label: 'Message', render: (cell, row) => { setText(cell, afterType(row.message)); cell.title = row.message || ''; } },
    ]);
    this.plot = new ErrorPlot();
    this.stacks = new Stacks('Stacks', () => this.#moreStacks());
    this.noStacks = el('p', { class: 'calm' });
    this.noneKept = quiet();
    this.patterns = new Table({ label: 'What they say', keyOf: (row) => row.pattern });
    this.patterns.setColumns([
      { id: 'pattern', label: 'Message', title: 'A star stands for numbers, ids and quoted texts', render: (cell, row) => { setText(cell, row.pattern || 'without a text'); cell.title = row.message || ''; } },
      { id: 'count', label: 'count', unit: 'count', value: (row) => row.count },
      ...['first', 'last'].map((id) => ({ id, label: id, render: (cell, row) => { setText(cell, clock(row[id])); cell.title = moment(row[id]); } })),
    ]);
    this.further = el('p', { class: 'calm' });
    this.panel = el('section', { class: 'panel', 'aria-label': 'Error', hidden: true, on: { keydown: (event) => event.key === 'Escape' && state.set({ chosen: null }) } },
      el('header', {}, el('div', {}, this.package, this.title),
        el('button', { type: 'button', class: 'close', 'aria-label': 'Close the error', on: { click: () => state.set({ chosen: null }) } }, '\u00d7')),
      this.message, this.place, this.ways, this.plot.node, this.patternsHead = el('h3', {}, 'What they say'), this.patterns.node, this.further, this.stacks.node, this.noStacks, el('h3', {}, 'One by one'), this.kept.node, this.noneKept);
    this.node = el('section', { class: 'view errors-view', 'aria-label': 'Errors' },
      el('div', { class: 'tools' }, this.search, this.summary),
      el('div', { class: 'beside' }, el('div', { class: 'figures-holder' }, this.table.node, this.empty), this.panel));
  }

  #columns() {
    const time = (id, label) => ({ id, label, group: 'Seen', sortable: true, value: (error) => error[id], render: (cell, error) => { setText(cell, `${error.withinNanos ? '\u2264 ' : ''}${clock(error[id])}`); cell.title = `${moment(error[id])}${error.withinNanos ? `, or up to ${duration(error.withinNanos)} earlier: they are counted by the step, and not each stack was read` : ''}`; } });
    return [
      { id: 'type', label: 'Exception', group: '', sortable: true, first: 'ascending', value: (error) => simple(error.type).toLowerCase(), render: (cell, error) => this.#type(cell, error) },
      { id: 'place', label: 'Where it began', group: '', class: 'wraps', sortable: true, first: 'ascending', value: (error) => `${error.class || ''}.${error.method || error.name}`, render: writePlace },
      { id: 'count', label: 'count', group: 'Failures', sortable: true, numeric: true, title: 'Kept one by one; an exception that passes through several calls counts once', value: (error) => error.count, render: (cell, error) => figure(cell, error.count, 'count') },
      { id: 'all', label: 'all', group: 'Failures', sortable: true, numeric: true, title: 'All exceptions of this type that began here, exactly, whether they are kept or not. Sorts by what is kept where this is not told', value: frequency, render: (cell, error) => figure(cell, error.all, 'count', error.name === null ? 'The agent does not tell' : 'They are counted by the place where they began') },
      { id: 'failedCalls', label: 'all calls', group: 'Failures', sortable: true, unit: 'count', title: 'All calls of this method that failed, exactly, whatever the exception and wherever it began', absent: 'No metered call failed in these requests', value: (error) => error.failedCalls },
      { id: 'contexts', label: 'requests', group: 'Failures', sortable: true, unit: 'count', title: 'Contexts in which it was', value: (error) => error.contexts || (isCounted(error) ? undefined : 0), absent: UNKNOWN_REQUESTS, after: writeAtLeast },
      time('first', 'first'), time('last', 'last'),
      { id: 'kinds', label: 'In requests of', group: '', class: 'wraps', render: writeKinds },
    ];
  }

  #type(cell, error) {
    if (!cell.firstElementChild) {
      cell.append(el('button', { type: 'button', class: 'name', on: { click: () => this.#choose(cell.parentElement.row) } }, el('span', { class: 'package' }), el('span', { class: 'member' })), el('span', { class: 'calm message' }));
    }
    const [button, message] = cell.children;
    setText(button.children[0], packageOf(error.type));
    setText(button.children[1], simple(error.type) || 'without a text');
    const several = error.patterns.length + error.furtherPatterns;
    setText(message, several === 0 ? 'only counted' : several > 1 ? `${error.patterns[0].pattern || 'without a text'}, and ${count(several - 1)} other` : messageOf(error));
    cell.title = error.message || '';
  }

  #choose(error) {
    const key = keyOf(error);
    state.set({ chosen: key === state.get('chosen') ? null : key });
  }

  #sort() {
    const id = state.get('sort') || usual();
    return { id, descending: state.get('order') ? state.get('order') === 'down' : !['type', 'place'].includes(id) };
  }

  #sortBy(column) {
    const now = this.#sort();
    const first = column.first !== 'ascending';
    const descending = now.id === column.id ? !now.descending : first;
    state.set({ sort: column.id === usual() ? null : column.id, order: descending === first ? null : descending ? 'down' : 'up' });
  }

  #chosen() {
    return (this.rows || []).find((error) => keyOf(error) === state.get('chosen'));
  }

  async refresh(signal) {
    const answer = await api.errors({ search: state.get('search'), limit: LIMIT }, signal);
    this.rows = answer.errors;
    this.all = answer;
    const chosen = this.#chosen();
    this.render();
    if (chosen) await this.#fetch(chosen, signal);
  }

  /** What is shown of one beside its row. */
  async #fetch(error, signal) {
    const limit = this.fetched && this.fetched.key === keyOf(error) ? this.fetched.limit : STACKS;
    const [series, rows, read] = await Promise.all([
      api.errorSeries({ exception: error.type, class: error.class, method: error.method, name: error.name, tag: error.tag, search: state.get('search') }, signal),
      this.#failures(error, signal), api.stacks({ exception: error.type, class: error.class, method: error.method, placeless: error.method === null ? true : null, limit }, signal)]);
    rows.forEach((row, index) => { row.key = `${row.at} ${row.context} ${index}`; });
    this.fetched = { key: keyOf(error), series, rows, limit, stacks: read.stacks, further: read.further };
    this.render();
  }

  #moreStacks() {
    this.fetched.limit = Math.min(MOST_STACKS, this.fetched.limit * 5);
    state.again();
  }

  /** Failed calls at the place; or, where no call failed, the failed requests. */
  async #failures(error, signal) {
    if (error.method === null) {
      if (error.name === null) return []; // only counted
      const { contexts } = await api.contexts({ name: error.name, tag: error.tag, error: error.type, failed: true, limit: KEPT }, signal);
      return contexts.map((context) => ({ at: context.end || context.start, context: context.id, name: context.name, nanos: context.durationNanos, message: context.error }));
    }
    const { invocations } = await api.invocations({ class: error.class, method: error.method, exception: error.type, errors: true, limit: KEPT }, signal);
    return invocations.map((call) => ({ at: call.end, context: call.context, nanos: (call.meters.wall || {}).value, message: call.exception }));
  }

  render() {
    syncSearch(this.search);
    if (!this.rows) return;
    const sort = this.#sort();
    const column = this.#columns().find((candidate) => candidate.id === sort.id);
    this.table.update(column && column.value ? sorted(this.rows, column.value, sort.descending) : this.rows, sort);
    setText(this.summary, this.rows.length === 0 ? '' : `${count(this.all.failures)} failures of ${count(this.all.sorts)} ${this.all.sorts === 1 ? 'sort' : 'sorts'}${this.all.sorts > this.rows.length ? `, the ${count(this.rows.length)} most frequent below` : ''}`);
    this.table.node.hidden = this.rows.length === 0;
    this.empty.hidden = this.rows.length > 0;
    setText(this.empty, state.get('search') ? `No failure contains "${state.get('search')}" in this range.` : 'No metered call and no context failed in this range.');
    this.#panel();
  }

  #panel() {
    const error = this.#chosen();
    this.panel.hidden = !error;
    if (!error) return;
    setText(this.package, packageOf(error.type));
    setText(this.title, simple(error.type) || 'An exception without a text');
    setText(this.message, messageOf(error));
    setText(this.place, error.method === null ? (error.type === OTHER ? OTHERS : error.name === null ? 'It ended requests, and no metered call; or it began at a place beyond those that the application tells apart' : `In requests ${error.tag || ''} ${error.name}; no failed call of them is kept`) : `Began in ${error.class}.${error.method}`);
    const ways = error.method === null ? [] : [el('a', { href: state.linkTo('methods', { class: error.class, method: error.method }) }, 'The method over time')];
    for (const kind of error.kinds) ways.push(el('a', { href: state.linkTo('requests', { context: null, name: kind.name, tag: kind.tag }) }, `Requests ${kind.name}`));
    const signature = ways.map((way) => way.href).join();
    if (this.ways.signature !== signature) this.ways.replaceChildren(...ways);
    this.ways.signature = signature;
    this.patterns.update(error.patterns);
    this.further.hidden = error.furtherPatterns === 0;
    setText(this.further, `and ${count(error.furtherCount)} with ${count(error.furtherPatterns)} other messages`);
    const fetched = this.fetched && this.fetched.key === keyOf(error) ? this.fetched : null;
    const rows = fetched ? fetched.rows : [];
    this.plot.show(fetched && fetched.series);
    this.kept.update(rows);
    this.kept.node.hidden = rows.length === 0;
    this.noneKept.hidden = !fetched || rows.length > 0;
    setText(this.noneKept, `${whyNoFailures()}${this.rows.some((row) => row.type === error.type && row.name !== null) ? ' Requests that failed with it are kept: they have rows of their own.' : ''}`);
    this.patternsHead.hidden = this.patterns.node.hidden = error.patterns.length === 0;
    this.stacks.update(fetched ? fetched.stacks : [], fetched && fetched.limit < MOST_STACKS ? fetched.further : 0);
    this.noStacks.hidden = !fetched || fetched.stacks.length > 0;
    setText(this.noStacks, NO_STACKS);
  }
}

const OTHER = '[other]';
const OTHERS = 'Exceptions of other types, wherever they began: an application tells a bounded number of types and places apart (errors.places.folded)';
const READ_REQUESTS = 'Those in which a stack of it was read; it may have been in others. These exceptions are counted without the requests they were in (events)';
const UNKNOWN_REQUESTS = 'These exceptions are counted without the requests they were in (events). A request is known where a stack was read in it and it is kept';
const NO_STACKS = 'No stack of it was read in this range. An application reads that of the first exception of each type and place, and of some each second beside (errors.stacks).';

/** What stands behind the type of an exception's text. */
const afterType = (text) => (text || '').replace(/^[^:]*:?\s*/, '');
const messageOf = (error) => afterType(error.message);

/** Whether none of it is kept one by one. */
const isCounted = (error) => error.count === 0;

/** Marks how many requests it was in where there may be more. */
function writeAtLeast(cell, error) {
  const isPart = isCounted(error) && error.contexts > 0;
  cell.classList.toggle('partial', isPart);
  if (isPart) setAttribute(cell, 'title', READ_REQUESTS);
}

function writeKinds(cell, error) {
  const isUnknown = isCounted(error) && error.kinds.length === 0;
  setText(cell, isUnknown ? 'not known' : error.kinds.map((kind) => `${kind.name} (${count(kind.contexts)})`).join(', '));
  cell.classList.toggle('absent', isUnknown);
  setAttribute(cell, 'title', !isCounted(error) ? null : isUnknown ? UNKNOWN_REQUESTS : READ_REQUESTS);
}

function writePlace(cell, error) {
  if (!cell.firstElementChild) cell.append(el('div', { class: 'name' }));
  if (error.method === null) writeName(cell.firstElementChild, { class: '', method: error.type === OTHER ? 'anywhere' : error.name === null ? 'requests' : `request ${error.name}`, title: error.type === OTHER ? OTHERS : 'No failed call of it is kept' });
  else writeName(cell.firstElementChild, error);
}
