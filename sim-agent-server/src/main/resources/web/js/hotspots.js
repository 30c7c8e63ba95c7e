// Where every name stands with the hotspot extension: which probes are worth their cost, which switched themselves off,
// why, and the reader's own word on it.

import * as api from './api.js';
import * as state from './state.js';
import { quiet, searchBox, select, syncSearch } from './controls.js';
import { el, setText } from './dom.js';
import { fullName, writeName } from './name.js';
import { Table } from './table.js';
import { clock, count, moment } from './units.js';

const LIMIT = 1000;
const STANDINGS = [['', 'all standings'], ['managed', 'managed'], ['hotspot', 'hotspot'], ['disabled', 'disabled'],
  ['unmanaged', 'unmanaged'], ['off', 'off'], ['pinned', 'pinned']];
const MEANING = {
  managed: 'Metered; the scorecard has not decided yet',
  hotspot: 'Metered, and worth it so far',
  disabled: 'Not worth its cost: not metered. It is tried again from time to time',
  unmanaged: 'Metered for good: the scorecard let go of it',
  off: 'Switched off by hand',
  pinned: 'Metered for good by hand',
};
const ACTIONS = [['enable', 'Meter it and judge it afresh'], ['disable', 'Do not meter it'], ['pin', 'Meter it for good']];

export class Hotspots {
  constructor() {
    this.rows = [];
    this.asked = new Map(); // what was asked for and has not come back yet
    this.table = new Table({ label: 'Hotspots', keyOf: (row) => `${row.instance} ${fullName(row)}` });
    this.table.setColumns([
      { id: 'name', label: 'Method', group: '', render: (cell, row) => { if (!cell.firstElementChild) cell.append(el('div', { class: 'name' })); writeName(cell.firstElementChild, row); } },
      { id: 'standing', label: 'Standing', group: 'Scorecard', render: standing },
      { id: 'balance', label: 'balance', group: 'Scorecard', unit: 'count', title: 'What its calls earned less what they cost', value: (row) => row.balance },
      { id: 'trials', label: 'trials', group: 'Scorecard', unit: 'count', title: 'How often it was tried again after it was disabled', value: (row) => row.trials },
      { id: 'when', label: 'When', group: 'Last verdict', render: (cell, row) => { setText(cell, row.verdict ? clock(row.verdict.time, true) : ''); cell.title = row.verdict ? moment(row.verdict.time) : ''; } },
      { id: 'reason', label: 'Why', group: 'Last verdict', render: (cell, row) => { setText(cell, row.verdict ? row.verdict.reason : ''); cell.title = row.verdict ? `from ${row.verdict.from} to ${row.verdict.to}: ${row.verdict.reason}` : ''; } },
      { id: 'control', label: 'Your word', group: 'Control', render: (cell, row) => this.#control(cell, row) },
    ]);
    this.search = searchBox('Search methods');
    this.standing = select('Standing', STANDINGS, state.get('standing') || '', (chosen) => state.set({ standing: chosen }));
    this.summary = el('span', { class: 'summary' });
    this.empty = quiet();
    this.node = el('section', { class: 'view hotspots', 'aria-label': 'Hotspots' },
      el('div', { class: 'tools' }, this.search, this.standing,
        el('button', { type: 'button', title: 'Forget every verdict: all methods are metered and judged afresh', on: { click: () => this.#ask({ action: 'reset' }) } }, 'Reset all'),
        this.summary),
      this.table.node, this.empty);
  }

  async refresh(signal) {
    const answer = await api.hotspots({ search: state.get('search'), standing: state.get('standing'), limit: LIMIT }, signal);
    this.rows = answer.names;
    this.render();
  }

  render() {
    syncSearch(this.search);
    this.standing.value = state.get('standing') || '';
    this.table.update(this.rows);
    const off = this.rows.filter((row) => row.standing === 'disabled' || row.standing === 'off').length;
    setText(this.summary, this.rows.length ? `${this.rows.length === LIMIT ? 'first ' : ''}${count(this.rows.length)} methods, ${count(off)} not metered` : '');
    this.table.node.hidden = this.rows.length === 0;
    this.empty.hidden = this.rows.length > 0;
    setText(this.empty, state.get('search') || state.get('standing') ? 'No method is like that.' : 'No method was metered yet, or sim.hotspot.enabled is false.');
  }

  #control(cell, row) {
    if (!cell.firstElementChild) {
      cell.append(el('div', { class: 'word' }, ACTIONS.map(([action, title]) => el('button', {
        type: 'button', title, 'data-action': action,
        on: { click: () => { const asked = cell.parentElement.row; this.#ask({ action, class: asked.class, method: asked.method, instance: asked.instance }, cell); } },
      }, action)), el('span', { class: 'calm', role: 'status' })));
    }
    const word = cell.firstElementChild;
    const metered = !['disabled', 'off'].includes(row.standing);
    word.querySelector('[data-action=enable]').disabled = metered && row.standing !== 'pinned';
    word.querySelector('[data-action=disable]').disabled = row.standing === 'off';
    word.querySelector('[data-action=pin]').disabled = row.standing === 'pinned';
    if (word.standing !== row.standing) setText(word.lastElementChild, '');
    word.standing = row.standing;
  }

  async #ask(wish, cell = null) {
    const answer = cell ? cell.firstElementChild.lastElementChild : this.summary;
    try {
      await api.control({ application: state.get('application'), ...wish });
      setText(answer, 'asked; the application acts when it next reports');
    } catch (failure) {
      setText(answer, failure.message);
    }
  }
}

function standing(cell, row) {
  if (!cell.firstElementChild) cell.append(el('span', { class: 'badge' }));
  const badge = cell.firstElementChild;
  setText(badge, row.standing);
  badge.dataset.standing = row.standing;
  badge.title = MEANING[row.standing] || '';
}
