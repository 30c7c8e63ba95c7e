// A field for code with what can be written in it: a list that follows the word at the cursor, and a button for each.

import { el, setAttribute } from './dom.js';

const WORD = /[\w$]*$/;

export class Completion {
  /** `words` is a list of [word, type]; `label` names the field. */
  constructor(label) {
    this.words = [];
    this.at = -1;
    this.list = el('ul', { class: 'completions', role: 'listbox', id: 'completions', 'aria-label': 'What can be written here', hidden: true });
    this.field = el('textarea', {
      rows: '4', spellcheck: 'false', autocomplete: 'off', 'aria-label': label, 'aria-autocomplete': 'list', 'aria-controls': 'completions',
      on: { keydown: (event) => this.#key(event), input: () => this.#follow(false), blur: () => this.#close() },
    });
    this.chips = el('div', { class: 'chips' });
    this.node = el('div', { class: 'code' }, this.field, this.list, this.chips);
  }

  offer(words) {
    this.words = words;
    this.chips.replaceChildren(...words.map(([word, type]) => el('button', {
      type: 'button', class: 'chip', title: type, on: { mousedown: (event) => event.preventDefault(), click: () => this.#write(word, '') },
    }, el('code', {}, word), el('span', { class: 'calm' }, simple(type)))));
  }

  #typed() {
    return WORD.exec(this.field.value.slice(0, this.field.selectionStart))[0];
  }

  /** Shows what begins with the word at the cursor; all of them where the reader asks. */
  #follow(asked) {
    const typed = this.#typed();
    const behind = this.field.value.slice(0, this.field.selectionStart - typed.length);
    const fitting = behind.endsWith('.') || (typed === '' && !asked) ? [] : this.words.filter(([word]) => word.startsWith(typed) && word !== typed);
    this.at = 0;
    this.list.replaceChildren(...fitting.map(([word, type], index) => el('li', {
      role: 'option', id: `completion-${index}`, on: { mousedown: (event) => { event.preventDefault(); this.#write(word, this.#typed()); } },
    }, el('code', {}, word), el('span', { class: 'calm' }, simple(type)))));
    this.list.hidden = fitting.length === 0;
    this.#mark();
  }

  #mark() {
    [...this.list.children].forEach((option, index) => setAttribute(option, 'aria-selected', String(index === this.at)));
    setAttribute(this.field, 'aria-activedescendant', this.list.hidden ? null : `completion-${this.at}`);
  }

  #close() {
    this.list.hidden = true;
    this.#mark();
  }

  #key(event) {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      this.#follow(true);
      return;
    }
    if (this.list.hidden) return;
    const size = this.list.children.length;
    const moves = {
      ArrowDown: () => { this.at = (this.at + 1) % size; this.#mark(); },
      ArrowUp: () => { this.at = (this.at + size - 1) % size; this.#mark(); },
      Enter: () => this.#take(),
      Tab: () => this.#take(),
      Escape: () => this.#close(),
    };
    if (!moves[event.key] || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    moves[event.key]();
  }

  #take() {
    this.#write(this.list.children[this.at].firstElementChild.textContent, this.#typed());
  }

  /** Writes a word in place of what was typed of it. */
  #write(word, typed) {
    const { selectionStart: from, selectionEnd: to } = this.field;
    this.field.setRangeText(word, from - typed.length, to, 'end');
    this.field.focus();
    this.#close();
  }
}

const simple = (type) => type.replace(/[\w$]+\./g, '');
