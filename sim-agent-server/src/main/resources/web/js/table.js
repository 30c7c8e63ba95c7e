// A table of figures: grouped headers, a header and first column that stay in sight, sorting by a click on a header.
// Cells are kept and rewritten, so that a refresh moves neither focus nor scrolling. Rows are drawn as they come into sight.

import { el, keyed, setAttribute, setText } from './dom.js';
import { ABSENT, format, parts } from './units.js';
import { NOT_READ } from './meters.js';

/** Writes a figure and its unit into a cell, or a dash that says why it is absent. */
export function figure(cell, value, unit, absent = NOT_READ) {
  if (!cell.number || cell.number.parentNode !== cell) cell.append(cell.number = el('span', { class: 'v' }), cell.unit = el('span', { class: 'u' })); // a share may stand before them
  const [text, name] = parts(value, unit);
  setText(cell.number, text);
  setText(cell.unit, name ? `\u00a0${name}` : '');
  cell.classList.toggle('absent', text === ABSENT);
  cell.classList.toggle('zero', value === 0);
  setAttribute(cell, 'title', text === ABSENT ? absent : null);
}

const FIRST = 40; // rows that are drawn at once, which is what a window shows: a browser lays out some ninety elements for each
const FURTHER = 150; // as many once the browser has painted those, and then more as they come into sight
const IDLE_MILLIS = 500; // after which it is no longer waited for that the browser has nothing else to do

export class Table {
  /**
   * A column is {id, label, title, group, unit, value(row)} for a figure, or has `render(cell, row)` for anything else;
   * `sortable` makes its header a button. `onEnd()` is called when the last row comes into sight. `isLike(row)` says of rows that their cells
   * can be written over those of another such row.
   */
  constructor({ label, keyOf, onSort, decorate, onEnd, isLike = null, tree = false }) {
    this.isLike = isLike;
    this.onEnd = onEnd;
    this.rows = [];
    this.drawn = FIRST;
    this.keyOf = keyOf;
    this.onSort = onSort;
    this.decorate = decorate;
    this.head = el('thead');
    this.body = el('tbody');
    this.table = el('table', { class: 'figures', 'aria-label': label, role: tree ? 'treegrid' : undefined }, this.head, this.body);
    this.rest = el('p', { class: 'rest', hidden: true });
    this.node = el('div', { class: 'scroller', tabindex: tree ? undefined : '0', role: 'group', 'aria-label': label }, this.table, this.rest);
    new IntersectionObserver((seen) => { if (seen[seen.length - 1].isIntersecting) this.more(); }, { rootMargin: '400px' }).observe(this.rest);
  }

  /** Draws further rows; true if there were any. */
  more() {
    if (this.drawn >= this.rows.length) {
      if (this.onEnd) this.onEnd();
      return false;
    }
    this.drawn = this.drawn === FIRST ? FURTHER : this.drawn + FURTHER;
    this.#draw();
    return true;
  }

  /** Shows these columns; a row's cells are made anew when the set differs. */
  setColumns(columns) {
    const signature = columns.map((column) => `${column.id}:${column.label}`).join('|');
    if (signature !== this.signature) this.drawn = FIRST;
    this.columns = columns;
    if (signature === this.signature) return;
    this.signature = signature;
    this.body.replaceChildren();
    this.body.keyedRows = new Map();
    const focused = [...this.headers || []].find(([, cell]) => cell.contains(document.activeElement)); // a sort may change which columns there are
    this.head.replaceChildren(...this.#headRows());
    const button = focused && this.headers.has(focused[0]) && this.headers.get(focused[0]).querySelector('button');
    if (button) button.focus({ preventScroll: true });
  }

  #headRows() {
    this.headers = new Map();
    const names = el('tr', { class: 'names' });
    for (const [index, column] of this.columns.entries()) {
      const starts = index > 0 && column.group !== this.columns[index - 1].group;
      const cell = el('th', { scope: 'col', title: column.title, class: [column.render && !column.numeric ? 'text' : 'num', starts && 'starts'].filter(Boolean).join(' ') });
      if (column.sortable) cell.append(el('button', { type: 'button', on: { click: () => this.onSort(column) } }, column.label));
      else cell.append(column.label);
      this.headers.set(column.id, cell);
      names.append(cell);
    }
    if (!this.columns.some((column) => column.group)) return [names];
    const groups = el('tr', { class: 'groups' });
    for (let from = 0; from < this.columns.length;) {
      let to = from + 1;
      while (to < this.columns.length && this.columns[to].group === this.columns[from].group) to++;
      const { group } = this.columns[from];
      groups.append(el(group ? 'th' : 'td', { scope: group ? 'colgroup' : undefined, colspan: to - from, class: from > 0 ? 'starts' : '' }, group || ''));
      from = to;
    }
    return [groups, names];
  }

  /** Shows these rows; `sort` is {id, descending} or null, `further` says that there are others behind them. */
  update(rows, sort = null, further = false) {
    this.rows = rows;
    this.further = further;
    const order = sort && `${sort.id} ${sort.descending}`;
    const isOther = order !== this.order;
    if (isOther) this.drawn = FIRST; // another order begins at its first rows
    this.order = order;
    for (const [id, cell] of this.headers) {
      const sorted = sort && sort.id === id;
      setAttribute(cell, 'aria-sort', sorted ? (sort.descending ? 'descending' : 'ascending') : null);
    }
    this.#draw(isOther && this.isLike);
  }

  /** @param isLike of which rows that go the elements are taken for others; null for none */
  #draw(isLike = null) {
    const { rows, drawn } = this;
    keyed(this.body, drawn < rows.length ? rows.slice(0, drawn) : rows, this.keyOf, () => this.#row(), (line, row) => this.#fill(line, row),
      isLike ? (shown) => this.#spare(shown, isLike) : undefined);
    const left = Math.max(0, rows.length - drawn);
    this.rest.hidden = left === 0 && !this.further;
    setText(this.rest, left > 0 ? `${format(left, 'count')} further rows` : 'Further rows are fetched \u2026');
    setAttribute(this.table, 'aria-rowcount', left > 0 || this.further ? '-1' : null);
    if (left > 0 && drawn === FIRST) this.#later();
  }

  /** The elements of rows that another order no longer shows, if all are alike: written over, 40 rows of 25 columns take 0.56 of the script and layout that new ones take. */
  #spare(shown, isLike) {
    if (!shown.every(isLike)) return [];
    const stay = new Set(shown.map(this.keyOf));
    return [...this.body.keyedRows || []].filter(([key, line]) => !stay.has(key) && isLike(line.row)).map(([, line]) => line);
  }

  /** The rows behind the first ones, so that a search of the browser's finds what stands there. */
  #later() {
    if (this.waits) return;
    this.waits = true;
    requestIdleCallback(() => {
      this.waits = false;
      if (this.drawn === FIRST) this.more();
    }, { timeout: IDLE_MILLIS });
  }

  #row() {
    return el('tr', {}, this.columns.map((column, index) => {
      const starts = index > 0 && column.group !== this.columns[index - 1].group;
      return el(index === 0 ? 'th' : 'td', {
        scope: index === 0 ? 'row' : undefined,
        class: [column.render && !column.numeric ? 'text' : 'num', column.class, starts && 'starts'].filter(Boolean).join(' '),
      });
    }));
  }

  #fill(line, row) {
    line.row = row;
    this.columns.forEach((column, index) => {
      const cell = line.children[index];
      if (column.render) column.render(cell, row);
      else figure(cell, column.value(row), column.unit, typeof column.absent === 'function' ? column.absent(row) : column.absent);
      if (column.after) column.after(cell, row);
    });
    if (this.decorate) this.decorate(line, row);
  }
}

/** Rows in the order they have, with others among them: each behind the last row of a value as large as its own. */
export function slotted(rows, others, valueOf) {
  const all = [...rows];
  for (const other of sorted(others, valueOf, true)) {
    const value = valueOf(other);
    let at = all.length;
    while (value !== undefined && value !== null && at > 0 && !(valueOf(all[at - 1]) >= value)) at--;
    all.splice(at, 0, other);
  }
  return all;
}

/** Sorts rows by a column's value; what is absent comes last either way. */
export function sorted(rows, valueOf, descending) {
  const sign = descending ? -1 : 1;
  return rows
    .map((row) => [valueOf(row), row])
    .sort(([a], [b]) => {
      if (a === undefined || a === null) return b === undefined || b === null ? 0 : 1;
      if (b === undefined || b === null) return -1;
      return sign * (typeof a === 'string' ? a.localeCompare(b) : a - b);
    })
    .map(([, row]) => row);
}
