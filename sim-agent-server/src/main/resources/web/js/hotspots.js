// Where every name stands with the hotspot extension: which probes are worth their cost, which switched themselves off,
// why, and the reader's own word on it.

import * as api from './api.js';
import * as state from './state.js';
import { quiet, searchBox, select, syncSearch } from './controls.js';
import { el, setAttribute, setText } from './dom.js';
import { fullName, writeName } from './name.js';
import { Table, sorted } from './table.js';
import { clock, count, moment } from './units.js';
import { VerdictPanel } from './verdictpanel.js';

const LIMIT = 1000;
const MEANING = {
  managed: 'Metered; the scorecard has not decided yet',
  hotspot: 'Metered, and worth it so far',
  disabled: 'Not worth its cost: not metered. It is tried again from time to time',
  unmanaged: 'Metered, and no longer judged; only the probe budget may switch it off',
  off: 'Switched off by hand',
  pinned: 'Metered for good by hand',
};
const STANDINGS = [['', 'All standings'], ...Object.keys(MEANING).map((standing) => [standing, standing])];
const ACTIONS = [['enable', 'Enable', 'Meter it and judge it anew'], ['disable', 'Disable', 'Do not meter it'], ['pin', 'Pin', 'Meter it for good']];
const ASKED = 'Sent: the application obeys when it next reports.';

export class Hotspots {
  constructor() {
    this.rows = [];
    this.table = new Table({
      label: 'Hotspots', keyOf: (row) => `${row.instance} ${fullName(row)}`, onSort: (column) => this.#sortBy(column),
      decorate: (line, row) => setAttribute(line, 'aria-current', fullName(row) === this.#openName() ? 'true' : null),
    });
    this.columns = [
      { id: 'name', label: 'Name', group: '', sortable: true, first: 'ascending', value: fullName, render: (cell, row) => this.#name(cell, row) },
      { id: 'standing', label: 'standing', group: 'Scorecard', sortable: true, first: 'ascending', value: (row) => row.standing, render: standing },
      { id: 'level', label: 'level', group: 'Scorecard', sortable: true, first: 'ascending', title: 'How much is read of its calls, and since when', value: (row) => row.level, render: level },
      { id: 'balance', label: 'balance', group: 'Scorecard', unit: 'count', sortable: true, title: 'What its calls earned less what they cost', value: (row) => row.balance },
      { id: 'trials', label: 'trials', group: 'Scorecard', unit: 'count', sortable: true, title: 'How often it was tried again after it was disabled', value: (row) => row.trials },
      { id: 'when', label: 'when', group: 'Last verdict', sortable: true, value: (row) => row.verdict && row.verdict.time, render: (cell, row) => { setText(cell, row.verdict ? clock(row.verdict.time, true) : ''); cell.title = row.verdict ? moment(row.verdict.time) : ''; } },
      { id: 'reason', label: 'why', group: 'Last verdict', class: 'reason', render: (cell, row) => setText(cell, row.verdict ? row.verdict.reason : 'none yet') },
      { id: 'control', label: 'Change', group: 'By hand', render: (cell, row) => this.#control(cell, row) },
    ];
    this.table.setColumns(this.columns);
    this.search = searchBox('Search names');
    this.standing = select('Standing', STANDINGS, state.get('standing') || '', (chosen) => state.set({ standing: chosen }));
    this.said = el('span', { class: 'calm', role: 'status' });
    this.summary = el('span', { class: 'summary' });
    this.empty = quiet();
    this.panel = new VerdictPanel();
    this.node = el('section', { class: 'view hotspots', 'aria-label': 'Hotspots' },
      el('div', { class: 'tools' }, this.search, this.standing, this.#thresholds(),
        el('button', { type: 'button', 'data-needs': 'control', title: 'Forget every verdict: all names are metered and judged anew', on: { click: () => this.#ask({ action: 'reset' }, this.said) } }, 'Reset all'),
        this.said, this.summary),
      el('div', { class: 'beside' }, el('div', { class: 'figures-holder' }, this.table.node, this.empty), this.panel.node));
  }

  #openName() {
    return state.get('method') ? fullName({ class: state.get('class'), method: state.get('method') }) : null;
  }

  #sort() {
    const id = state.get('sort') || 'when';
    const column = this.columns.find((candidate) => candidate.id === id && candidate.sortable) || this.columns[0];
    const order = state.get('order');
    return { id: column.id, value: column.value, descending: order ? order === 'down' : column.first !== 'ascending' };
  }

  #sortBy(column) {
    const now = this.#sort();
    const first = column.first !== 'ascending';
    const descending = now.id === column.id ? !now.descending : first;
    state.set({ sort: column.id === 'when' ? null : column.id, order: descending === first ? null : descending ? 'down' : 'up' });
  }

  #thresholds() {
    const field = (name, title) => el('input', { type: 'number', min: '0', step: '1', name, title, 'aria-label': `${name} threshold`, placeholder: 'as it is' });
    const inclusive = field('inclusive', 'A firing below it costs the debit');
    const inherent = field('inherent', 'The same for self time');
    const said = el('span', { class: 'calm', role: 'status' });
    const form = el('form', {
      class: 'menu thresholds', on: {
        submit: (event) => {
          event.preventDefault();
          const wish = { action: 'thresholds' };
          if (inclusive.value !== '') wish.threshold = inclusive.valueAsNumber;
          if (inherent.value !== '') wish.inherent = inherent.valueAsNumber;
          this.#ask(wish, said);
        },
      },
    }, el('p', {}, 'In the unit of the judged meter: nanoseconds for a time, so 10000 is 10us. 0 and 0: nothing is disabled any more.'),
    el('label', {}, 'inclusive', inclusive), el('label', {}, 'inherent', inherent), el('button', { type: 'submit' }, 'Set'), said);
    return el('details', { class: 'chooser', 'data-needs': 'control' }, el('summary', {}, 'Thresholds'), form);
  }

  async refresh(signal) {
    const answer = await api.hotspots({ search: state.get('search'), standing: state.get('standing'), limit: LIMIT }, signal);
    this.rows = answer.names;
    this.render();
    await this.panel.refresh(signal);
  }

  render() {
    syncSearch(this.search);
    this.standing.value = state.get('standing') || '';
    const sort = this.#sort();
    this.table.update(sorted(this.rows, sort.value, sort.descending), sort);
    const off = this.rows.filter((row) => row.standing === 'disabled' || row.standing === 'off').length;
    setText(this.summary, this.rows.length ? `${this.rows.length === LIMIT ? 'first ' : ''}${count(this.rows.length)} ${this.rows.length === 1 ? 'name' : 'names'}, ${count(off)} not metered` : '');
    this.table.node.hidden = this.rows.length === 0;
    this.empty.hidden = this.rows.length > 0;
    setText(this.empty, state.get('search') || state.get('standing') ? 'No name matches.' : 'Nothing was metered yet.');
    this.panel.render();
  }

  #name(cell, row) {
    if (!cell.firstElementChild) {
      cell.append(el('button', {
        type: 'button', class: 'name', on: {
          click: () => {
            const { row: now } = cell.parentElement;
            const again = fullName(now) === this.#openName();
            state.set({ class: again ? null : now.class, method: again ? null : now.method });
          },
        },
      }));
    }
    writeName(cell.firstElementChild, row);
  }

  #control(cell, row) {
    if (!cell.firstElementChild) {
      cell.append(el('div', { class: 'word', 'data-needs': 'control' }, ACTIONS.map(([action, label, title]) => el('button', {
        type: 'button', title, 'data-action': action,
        on: { click: () => { const { row: now } = cell.parentElement; this.#ask({ action, class: now.class, method: now.method, instance: now.instance }, cell.firstElementChild.lastElementChild); } },
      }, label)), el('span', { class: 'calm', role: 'status' })));
    }
    const word = cell.firstElementChild;
    const metered = !['disabled', 'off'].includes(row.standing);
    word.querySelector('[data-action=enable]').disabled = metered && row.standing !== 'pinned';
    word.querySelector('[data-action=disable]').disabled = row.standing === 'off';
    word.querySelector('[data-action=pin]').disabled = row.standing === 'pinned';
    if (word.standing !== row.standing) setText(word.lastElementChild, '');
    word.standing = row.standing;
  }

  async #ask(wish, said) {
    try {
      await api.control({ application: state.get('application'), ...wish });
      setText(said, said.closest('.word') ? 'asked' : ASKED);
      said.title = ASKED;
    } catch (failure) {
      setText(said, failure.message);
    }
  }
}

const LEVELS = {
  all: 'Each meter in each call', quick: 'Wall time and allocation in each call, other measures only if the name explains a part of them',
  sampled: 'Some of the calls are read; calls and errors are counted in each', off: 'Nothing: its calls are their callers\u2019 own work',
};

function level(cell, row) {
  const since = row.levelSince ? `since ${clock(row.levelSince)}` : '';
  setText(cell, [row.level === 'sampled' ? `1 in ${row.oneIn}` : row.level, since].filter(Boolean).join(' '));
  cell.title = [LEVELS[row.level], row.reads && row.reads.length && `reads ${row.reads.join(', ')}`, row.levelSince && moment(row.levelSince)].filter(Boolean).join('. ');
}

function standing(cell, row) {
  if (!cell.firstElementChild) cell.append(el('span', { class: 'badge' }));
  const badge = cell.firstElementChild;
  setText(badge, row.standing);
  badge.dataset.standing = row.standing;
  badge.title = MEANING[row.standing] || '';
}
