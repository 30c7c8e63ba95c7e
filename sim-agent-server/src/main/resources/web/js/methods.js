// The methods, flat: what each cost by every measure.

import * as api from './api.js';
import * as state from './state.js';
import { columnsOf, GROUPS, isIdle, ORDERS, VIEWS, worked } from './columns.js';
import { checkbox, fillSelect, quiet, searchBox, segments, select, syncCheckbox, syncSearch, syncSegments } from './controls.js';
import { el, setAttribute, setText } from './dom.js';
import { ExplainedHead, foldedRows, offNote } from './explained.js';
import { MethodPanel } from './methodpanel.js';
import { extraMeters } from './meters.js';
import { fullName } from './name.js';
import { Table, slotted, sorted } from './table.js';
import { count } from './units.js';
import { KindFilter } from './kindfilter.js';
import { missing } from './narrowed.js';

const FIRST = 150; // methods that are asked for; more when the reader comes to the end of them
const MOST = 10_000;
const DEFAULT = 'work.self';
const HIDDEN = 'sim.methods.hidden';

function hiddenGroups() {
  try {
    return new Set(JSON.parse(localStorage.getItem(HIDDEN) || '[]'));
  } catch {
    return new Set();
  }
}

export class Methods {
  constructor() {
    this.hidden = hiddenGroups();
    this.rows = [];
    this.folded = [];
    this.whole = 0;
    this.limit = FIRST;
    this.table = new Table({
      onEnd: () => this.#further(),
      label: 'Methods', keyOf: fullName, onSort: (column) => this.#sortBy(column), isLike: (row) => !row.link,
      decorate: (line, row) => {
        line.classList.toggle('failing', row.errors > 0);
        line.classList.toggle('aside', Boolean(row.link || row.off || isIdle(row)));
        setAttribute(line, 'aria-current', fullName(row) === this.#openName() ? 'true' : null);
      },
    });
    this.search = searchBox('Search methods');
    this.disabled = checkbox('each name off', state.get('disabled') === 'true', (disabled) => state.set({ disabled: disabled ? 'true' : null }));
    this.disabled.title = 'A row for each name that is off now, with its calls until then. Otherwise those with small figures share a row';
    this.views = segments('Meters besides the wall clock', VIEWS, (view) => state.set({ view: view === 'total' ? null : view }));
    this.orders = select('Order', ORDERS, DEFAULT, (sort) => state.set({ sort: sort === DEFAULT ? null : sort, order: null }));
    this.orders.title = 'Time at work is self time without waiting for work outside of requests';
    this.summary = el('span', { class: 'summary' });
    this.off = el('span', { class: 'off-holder' });
    this.kind = new KindFilter();
    this.explained = new ExplainedHead();
    this.empty = quiet();
    this.panel = new MethodPanel();
    this.node = el('section', { class: 'view methods', 'aria-label': 'Methods' },
      el('div', { class: 'tools' },
        this.search, this.kind.node, this.orders, this.views, this.disabled, this.#chooser(), this.off, this.summary),
      this.explained.node,
      el('div', { class: 'beside' }, el('div', { class: 'figures-holder' }, this.table.node, this.empty), this.panel.node));
  }

  #further() {
    if (this.rows.length < this.limit || this.limit >= MOST) return;
    this.limit = Math.min(MOST, 4 * this.limit);
    state.again();
  }

  #view() {
    return VIEWS.some(([view]) => view === state.get('view')) ? state.get('view') : 'total';
  }

  #openName() {
    return state.get('method') ? fullName({ class: state.get('class'), method: state.get('method') }) : null;
  }

  #chooser() {
    const boxes = GROUPS.map((group) => checkbox(group, !this.hidden.has(group), (shown) => {
      if (shown) this.hidden.delete(group);
      else this.hidden.add(group);
      try {
        localStorage.setItem(HIDDEN, JSON.stringify([...this.hidden]));
      } catch { /* then it is not remembered */ }
      this.render();
    }));
    return el('details', { class: 'chooser' }, el('summary', {}, 'Columns'), el('div', { class: 'menu' }, boxes));
  }

  #sortBy(column) {
    const now = this.#sort();
    const first = column.first !== 'ascending';
    const descending = now.id === column.id ? !now.descending : first;
    state.set({ sort: column.id === DEFAULT ? null : column.id, order: descending === first ? null : descending ? 'down' : 'up' });
  }

  #sort() {
    const id = state.get('sort') || DEFAULT;
    const order = state.get('order');
    return { id, descending: order ? order === 'down' : id !== 'name' };
  }

  async refresh(signal) {
    if (this.of !== state.get('application')) { // the other one's rows have columns that this one may not have
      this.of = state.get('application');
      this.rows = [];
    }
    const column = this.#columns().find((candidate) => candidate.id === this.#sort().id);
    const answer = await api.methods({ sort: column ? column.serverSort : DEFAULT, limit: this.limit, search: state.get('search'), disabled: state.get('disabled'), ...this.kind.params() }, signal);
    this.rows = answer.methods;
    this.rankedBy = column && column.ranked ? column.serverSort : null;
    this.folded = foldedRows(answer);
    this.leftOut = answer.leftOut ? answer.leftOut.names : 0;
    this.explained.update(answer.explained);
    this.off.replaceChildren(...[offNote(answer.off)].filter(Boolean));
    this.missing = missing(answer.narrowed);
    this.whole = [...this.rows, ...this.folded].reduce((sum, row) => sum + (worked(row) || 0), 0);
    this.render();
    await this.panel.refresh(this.rows, signal);
  }

  #columns() {
    return columnsOf(this.#view(), this.hidden, extraMeters(this.rows), () => this.whole, (row) => {
      const again = fullName(row) === this.#openName();
      state.set({ class: again ? null : row.class, method: again ? null : row.method });
    }, Boolean(state.get('search')));
  }

  /** The server ranks names of which not each call is read by all their calls; their figures alone do not tell that order. */
  #ordered(rows, column, descending) {
    if (!column) return [...rows, ...this.folded];
    return descending && column.ranked && column.serverSort === this.rankedBy ? slotted(rows, this.folded, column.value)
      : sorted([...rows, ...this.folded], column.value, descending);
  }

  render() {
    syncSearch(this.search);
    this.kind.sync();
    syncCheckbox(this.disabled, state.get('disabled') === 'true');
    syncSegments(this.views, this.#view());
    const order = this.#sort().id;
    fillSelect(this.orders, ORDERS.some(([id]) => id === order) ? ORDERS : [...ORDERS, [order, 'by the column chosen']], order);
    const columns = this.#columns();
    const sort = this.#sort();
    const column = columns.find((candidate) => candidate.id === sort.id);
    const search = (state.get('search') || '').toLowerCase();
    const shown = search ? this.rows.filter((row) => fullName(row).toLowerCase().includes(search)) : this.rows;
    const all = this.#ordered(shown, column, sort.descending);
    this.table.setColumns(columns);
    this.table.update(all, sort, this.leftOut > 0 && this.limit < MOST);
    const calls = all.reduce((sum, row) => sum + row.count, 0);
    setText(this.summary, shown.length === 0 ? '' : `${count(shown.length + (this.leftOut || 0))} methods, ${count(calls)} calls${this.missing ? `. ${this.missing}` : ''}`);
    this.table.node.hidden = all.length === 0;
    this.empty.hidden = all.length > 0;
    setText(this.empty, search ? `No method contains "${state.get('search')}" in this range.`
      : 'No metered method was called in this range. Choose a longer one, or check the pointcut in aop.xml.');
    this.panel.render(this.rows);
  }
}
