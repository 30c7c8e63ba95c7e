// One name's verdicts, the latest first: how it came to stand where it stands.

import * as api from './api.js';
import * as state from './state.js';
import { el, setText } from './dom.js';
import { fullName, packageOf, shortName } from './name.js';
import { Table } from './table.js';
import { clock, count, moment } from './units.js';
import { folded, stepOf } from './verdictfold.js';

const LIMIT = 200;

export class VerdictPanel {
  constructor() {
    this.verdicts = [];
    this.package = el('p', { class: 'package' });
    this.title = el('h2');
    this.table = new Table({ label: 'Verdicts', keyOf: (verdict) => `${verdict.instance} ${verdict.sequence}` });
    this.table.setColumns([
      { id: 'time', label: 'When', render: (cell, verdict) => { setText(cell, clock(verdict.time, true)); cell.title = moment(verdict.time); } },
      { id: 'step', label: 'Verdict', render: (cell, verdict) => setText(cell, written(verdict)) },
      { id: 'balance', label: 'balance', unit: 'count', value: (verdict) => verdict.balance },
      { id: 'reason', label: 'Why', class: 'reason', render: (cell, verdict) => setText(cell, `${verdict.verdicts ? `${count(verdict.verdicts / 2)} times, back within a minute each, since ${clock(verdict.since, true)}. The last: ` : ''}${verdict.reason}`) },
    ]);
    this.all = el('button', { type: 'button', class: 'more', hidden: true, on: { click: () => { this.isEach = !this.isEach; this.render(); } } });
    this.note = el('p', { class: 'quiet' }, 'None in this range. Every name begins as managed.');
    this.node = el('section', { class: 'panel', 'aria-label': 'Verdicts', hidden: true, on: { keydown: (event) => event.key === 'Escape' && this.#close() } },
      el('header', {}, el('div', {}, this.package, this.title),
        el('button', { type: 'button', class: 'close', 'aria-label': 'Close the verdicts', on: { click: () => this.#close() } }, '\u00d7')),
      el('h3', {}, 'Verdicts'), this.table.node, this.all, this.note);
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
    if (this.of !== fullName(wanted)) this.isEach = false;
    this.of = fullName(wanted);
    const few = folded(mine);
    this.table.update(this.isEach ? mine : few);
    this.all.hidden = few.length === mine.length;
    setText(this.all, this.isEach ? 'Those that came back as one' : `Each of ${count(mine.length)} verdicts`);
    this.table.node.hidden = mine.length === 0;
    this.note.hidden = mine.length > 0;
  }
}

/** From where to where, and back. */
function written(verdict) {
  const [from, to] = stepOf(verdict);
  return verdict.verdicts ? `${to} \u2192 ${from} \u2192 ${to}` : `${from} \u2192 ${to}`;
}
