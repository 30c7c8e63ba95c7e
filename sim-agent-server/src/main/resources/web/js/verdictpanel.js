// One name's verdicts, the latest first: how it came to stand where it stands.

import * as api from './api.js';
import * as state from './state.js';
import { el, setText } from './dom.js';
import { fullName, packageOf, shortName } from './name.js';
import { Table } from './table.js';
import { clock, moment } from './units.js';

const LIMIT = 200;

export class VerdictPanel {
  constructor() {
    this.verdicts = [];
    this.package = el('p', { class: 'package' });
    this.title = el('h2');
    this.table = new Table({ label: 'Verdicts', keyOf: (verdict) => `${verdict.instance} ${verdict.sequence}` });
    this.table.setColumns([
      { id: 'time', label: 'When', render: (cell, verdict) => { setText(cell, clock(verdict.time, true)); cell.title = moment(verdict.time); } },
      { id: 'step', label: 'Verdict', render: (cell, verdict) => setText(cell, `${verdict.from} \u2192 ${verdict.to}`) },
      { id: 'balance', label: 'balance', unit: 'count', value: (verdict) => verdict.balance },
      { id: 'reason', label: 'Why', class: 'reason', render: (cell, verdict) => setText(cell, verdict.reason) },
    ]);
    this.note = el('p', { class: 'quiet' }, 'None in this range. Every name begins as managed.');
    this.node = el('section', { class: 'panel', 'aria-label': 'Verdicts', hidden: true, on: { keydown: (event) => event.key === 'Escape' && this.#close() } },
      el('header', {}, el('div', {}, this.package, this.title),
        el('button', { type: 'button', class: 'close', 'aria-label': 'Close the verdicts', on: { click: () => this.#close() } }, '\u00d7')),
      el('h3', {}, 'Verdicts'), this.table.node, this.note);
  }

  #close() {
    const closed = this.#wanted();
    state.set({ class: null, method: null });
    // Back to where the reader came from.
    for (const button of document.querySelectorAll('.hotspots button.name')) {
      if (button.title === fullName(closed)) button.focus();
    }
  }

  #wanted() {
    return state.get('method') ? { class: state.get('class') || '', method: state.get('method') } : null;
  }

  async refresh(signal) {
    const wanted = this.#wanted();
    if (!wanted) return;
    const answer = await api.verdicts({ search: fullName(wanted), limit: LIMIT }, signal);
    // the search finds longer names too
    this.verdicts = answer.verdicts.filter((verdict) => fullName(verdict) === fullName(wanted));
    this.render();
  }

  render() {
    const wanted = this.#wanted();
    this.node.hidden = !wanted;
    if (!wanted) return;
    setText(this.package, packageOf(wanted.class));
    setText(this.title, shortName(wanted));
    const mine = this.verdicts.filter((verdict) => fullName(verdict) === fullName(wanted));
    this.table.update(mine);
    this.table.node.hidden = mine.length === 0;
    this.note.hidden = mine.length > 0;
  }
}
