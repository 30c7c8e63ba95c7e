// What makes a table a tree: rows that open and close, and the keys that walk them (the ARIA treegrid pattern).

import { el, setAttribute } from './dom.js';

const MOST_ROWS = 2_000;
const MOST_INDENT = 24; // levels; deeper ones say their number

export class Tree {
  /** `childrenOf(item)` lists what is inside; `changed()` is called when a row was opened or closed. */
  constructor(table, { keyOf, childrenOf, changed }) {
    const { body } = table;
    Object.assign(this, { table, body, keyOf, childrenOf, changed, open: new Set(), focused: null });
    body.addEventListener('keydown', (event) => this.#key(event));
    body.addEventListener('focusin', (event) => this.#focus(event.target.closest('tr'), false));
  }

  /** The rows in sight, top down, each {item, key, level, size, open}; `cut` says whether there are more than a page can bear. */
  visible(roots, all = false) {
    const lines = [];
    const seen = new Set();
    const ahead = [[roots, 0, '']]; // lists being walked, each with how far; a tree may be deeper than calls can nest
    while (ahead.length > 0 && lines.length < MOST_ROWS) {
      const walk = ahead[ahead.length - 1];
      if (walk[1] === walk[0].length) {
        ahead.pop();
        continue;
      }
      const item = walk[0][walk[1]++];
      let key = this.keyOf(item, walk[2]);
      // Two instances may answer with the same path: both are shown.
      while (seen.has(key)) key += '+';
      seen.add(key);
      const children = this.childrenOf(item);
      const open = children.length > 0 && (all || this.open.has(key));
      lines.push({ item, key, level: ahead.length, size: children.length, open });
      if (open) ahead.push([children, 0, key]);
    }
    this.cut = ahead.length > 0;
    return lines;
  }

  toggle(key, open = !this.open.has(key)) {
    if (open) this.open.add(key);
    else this.open.delete(key);
    this.changed();
  }

  /** Marks a row with its place; one row of all can be reached by Tab. */
  decorate(row, line) {
    row.classList.toggle('branch', line.size > 0);
    setAttribute(row, 'aria-level', line.level);
    setAttribute(row, 'aria-expanded', line.size > 0 ? String(line.open) : null);
    setAttribute(row, 'tabindex', (this.focused || this.#firstKey()) === line.key ? '0' : '-1');
  }

  #firstKey() {
    const first = this.body.rows[0];
    return first && first.row ? first.row.key : null;
  }

  /** After the rows changed: some row must be reachable. */
  settle() {
    const rows = [...this.body.rows];
    if (rows.length > 0 && !rows.some((row) => row.tabIndex === 0)) rows[0].tabIndex = 0;
  }

  #focus(row, move = true) {
    if (!row || !row.row) return;
    for (const other of this.body.rows) if (other !== row && other.tabIndex === 0) other.tabIndex = -1;
    row.tabIndex = 0;
    this.focused = row.row.key;
    if (move) row.focus();
  }

  #key(event) {
    const row = event.target.closest('tr');
    if (!row || !row.row || event.altKey || event.ctrlKey || event.metaKey) return;
    const { key, level, size, open } = row.row;
    const moves = {
      ArrowDown: () => this.#focus(this.#below(row)),
      ArrowUp: () => this.#focus(row.previousElementSibling),
      Home: () => this.#focus(this.body.rows[0]),
      End: () => { while (this.table.more()); this.#focus(this.body.rows[this.body.rows.length - 1]); },
      ArrowRight: () => (size > 0 && !open ? this.toggle(key, true) : size > 0 && this.#focus(this.#below(row))),
      ArrowLeft: () => (open ? this.toggle(key, false) : this.#focus(this.#parentOf(row, level))),
      Enter: () => size > 0 && this.toggle(key),
      ' ': () => size > 0 && this.toggle(key),
    };
    const move = moves[event.key];
    if (!move || (event.target !== row && (event.key === 'Enter' || event.key === ' '))) return;
    event.preventDefault();
    move();
  }

  #below(row) {
    if (!row.nextElementSibling) this.table.more();
    return row.nextElementSibling;
  }

  #parentOf(row, level) {
    let above = row.previousElementSibling;
    while (above && above.row.level >= level) above = above.previousElementSibling;
    return above;
  }

  /** The first cell of a tree: indent, twist, and a holder for the name. */
  cell(cell, line) {
    if (!cell.firstElementChild) {
      const twist = el('span', { class: 'twist', 'aria-hidden': 'true', on: { click: () => cell.parentElement.row.size > 0 && this.toggle(cell.parentElement.row.key) } });
      cell.append(el('div', { class: 'indent' }, twist, el('div', { class: 'holder' })));
    }
    const indent = cell.firstElementChild;
    indent.style.paddingLeft = `calc(${Math.min(line.level - 1, MOST_INDENT)} * var(--indent))`;
    setAttribute(indent, 'data-level', line.level - 1 > MOST_INDENT ? line.level : null);
    return indent.querySelector('.holder'); // a view may put more behind it
  }
}
