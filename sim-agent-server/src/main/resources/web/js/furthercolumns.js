// Columns that a table has only where the reader chooses them: with each of them a window of usual width shows half of the table.

import { checkbox, syncCheckbox } from './controls.js';
import { el, setAttribute } from './dom.js';

export class FurtherColumns {
  /** @param key under which the browser remembers them. @param columns [[id, label]]. @param changed is called after a choice */
  constructor(key, columns, changed) {
    this.key = key;
    this.shown = remembered(key);
    this.boxes = new Map(columns.map(([id, label]) => [id, checkbox(label, this.shown.has(id), (isShown) => {
      if (isShown) this.shown.add(id);
      else this.shown.delete(id);
      this.#remember();
      changed();
    })]));
    this.node = el('details', { class: 'chooser' }, el('summary', {}, 'More columns'), el('div', { class: 'menu' }, [...this.boxes.values()]));
  }

  /** Of all columns those to show: also the one by which the table is sorted, whose box would do nothing. */
  of(columns, sort) {
    for (const [id, box] of this.boxes) {
      syncCheckbox(box, this.shown.has(id) || id === sort);
      box.firstElementChild.disabled = id === sort;
      setAttribute(box, 'title', id === sort ? 'The table is sorted by it' : null);
    }
    return columns.filter(({ id }) => !this.boxes.has(id) || this.shown.has(id) || id === sort);
  }

  #remember() {
    try {
      localStorage.setItem(this.key, JSON.stringify([...this.shown]));
    } catch { /* then it is not remembered */ }
  }
}

function remembered(key) {
  try {
    return new Set(JSON.parse(localStorage.getItem(key) || '[]'));
  } catch {
    return new Set();
  }
}
