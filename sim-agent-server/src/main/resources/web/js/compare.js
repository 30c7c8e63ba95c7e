// Two parts of an application side by side, each a range, an instance, a version, a kind of requests: the methods, the places of the call tree or the
// statements whose figures differ, those that are new and those that vanished. What chance alone makes of so few calls stands behind what is certain.

import * as api from './api.js';
import * as state from './state.js';
import { comparedColumns, STATES } from './comparecolumns.js';
import { CompareSides } from './comparesides.js';
import { CompareTree } from './comparetree.js';
import { fillSelect, quiet, segments, select, syncSegments } from './controls.js';
import { el, setText } from './dom.js';
import { METERS, nameOf } from './meters.js';
import { writeName } from './name.js';
import { Table } from './table.js';
import { count } from './units.js';

const LIMIT = 500;
const PLACES = 5_000;
const MEASURES = [['', 'Time at work'], ...METERS.map((meter) => [meter.label, nameOf(meter)]), ['count', 'Calls'], ['errors', 'Errors']];
const OF_STATEMENTS = [['', 'Time'], ['count', 'Calls'], ['errors', 'Errors']];
const PER = [['second', 'Per second', 'Of each range'], ['call', 'Per call', 'Sums divided by the calls'], ['request', 'Per request', 'Sums divided by the number of requests of the kind']];
const AS = [['methods', 'Methods', 'Each method, by what it used itself'], ['tree', 'Call tree', 'Both call trees as one, inner calls included'], ['statements', 'Statements', 'Statements and other payloads']];
const WORDS = { methods: ['methods', 'Neither side has a metered call.'], tree: ['places', 'Neither side has a metered call.'], statements: ['statements', 'Neither side has a statement: they are there while a payload probe records. Of a kind of requests those are compared that a recording with events kept.'] };
const ROWS = { methods: 'methods', tree: 'nodes', statements: 'statements' };

export class Compare {
  constructor() {
    this.as = segments('What is compared', AS, (as) => state.set({ as: as === 'methods' ? null : as }));
    this.measure = select('Measure', MEASURES, '', (measure) => state.set({ measure }));
    this.per = segments('Sums', PER, (per) => state.set({ per: per === 'second' ? null : per }));
    this.sides = new CompareSides();
    this.summary = el('span', { class: 'summary' });
    const decorate = (line, row) => line.classList.toggle('aside', !row.certain);
    this.methods = new Table({ label: 'Differences', keyOf: (row) => `${row.class}.${row.method}`, decorate });
    this.statements = new Table({ label: 'Differences of statements', keyOf: (row) => `${row.probe} ${row.text}`, decorate });
    this.tree = new CompareTree(() => this.render());
    this.tables = { methods: this.methods.node, tree: this.tree.node, statements: this.statements.node };
    this.empty = quiet();
    this.node = el('section', { class: 'view compare', 'aria-label': 'Compare' },
      el('div', { class: 'tools' }, this.as, this.measure, this.per, this.summary), this.sides.node, ...Object.values(this.tables), this.empty);
  }

  #as() {
    return AS.some(([as]) => as === state.get('as')) ? state.get('as') : 'methods';
  }

  #per() {
    const per = state.get('per') || 'second';
    return per === 'request' && !this.sides.ofKinds() ? 'second' : per;
  }

  /** Of statements nothing is read but how long they took. */
  #measure() {
    const measure = state.get('measure') || '';
    return this.#as() === 'statements' && !OF_STATEMENTS.some(([one]) => one === measure) ? '' : measure;
  }

  async refresh(signal) {
    const as = this.#as();
    const asked = { ...this.sides.params(), measure: this.#measure(), per: this.#per(), disabled: true, limit: as === 'tree' ? PLACES : LIMIT };
    const [, answer] = await Promise.all([this.sides.refresh(signal), api.compare(as, asked, signal)]);
    this.answer = { ...answer, as };
    if (as === 'tree') this.tree.update(answer.nodes);
    this.render();
  }

  #columns(unit) {
    const name = this.#as() === 'methods'
      ? { id: 'name', label: 'Method', group: '', render: (cell, row) => writeMethod(cell, row) }
      : { id: 'name', label: 'Statement', group: '', render: (cell, row) => writeStatement(cell, row) };
    return [name, ...comparedColumns(unit, this.#per())];
  }

  render() {
    const as = this.#as();
    syncSegments(this.as, as);
    fillSelect(this.measure, as === 'statements' ? OF_STATEMENTS : MEASURES, this.#measure());
    syncSegments(this.per, this.#per());
    this.per.lastElementChild.hidden = !this.sides.ofKinds();
    const answer = this.answer && this.answer.as === as ? this.answer : null; // the figures may be of another choice still
    this.sides.render(answer);
    for (const [of, table] of Object.entries(this.tables)) table.hidden = of !== as || !answer || answer[ROWS[as]].length === 0;
    this.empty.hidden = !answer || answer[ROWS[as]].length > 0;
    setText(this.empty, WORDS[as][1]);
    setText(this.summary, '');
    if (!answer || answer[ROWS[as]].length === 0) return;
    const rows = answer[ROWS[as]];
    if (as === 'tree') {
      this.tree.render(answer.unit, this.#per());
    } else {
      this[as].setColumns(this.#columns(answer.unit));
      this[as].update(rows);
    }
    const certain = rows.filter((row) => row.certain).length;
    setText(this.summary, `${count(certain)} of ${count(rows.length + answer.leftOut)} ${WORDS[as][0]} differ for certain${oneSided(rows)}`);
  }
}

/** Where all of one side lacks, that is a range or a version without calls, and says nothing of a change. */
function oneSided(rows) {
  return rows.every((row) => row.state === 'new') ? ': nothing was called before' : rows.every((row) => row.state === 'gone') ? ': nothing is called now' : '';
}

function writeState(badge, row) {
  setText(badge, STATES[row.state]);
  badge.hidden = row.state === 'both';
}

function writeMethod(cell, row) {
  if (!cell.firstElementChild) cell.append(el('a', { class: 'kind' }), el('span', { class: 'badge open' }));
  cell.firstElementChild.href = state.linkTo('methods', { class: row.class, method: row.method });
  writeName(cell.firstElementChild, row);
  writeState(cell.lastElementChild, row);
}

function writeStatement(cell, row) {
  if (!cell.firstElementChild) cell.append(el('span', { class: 'payload-text' }), el('span', { class: 'badge open' }));
  setText(cell.firstElementChild, row.text);
  cell.title = row.text;
  writeState(cell.lastElementChild, row);
}
