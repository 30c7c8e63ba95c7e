// Two ranges, or two instances, side by side: the methods whose figures differ, those that are new and those that vanished. What chance alone
// makes of so few calls stands behind what is certain.

import * as api from './api.js';
import * as state from './state.js';
import { fillSelect, quiet, segments, select, syncSegments } from './controls.js';
import { el, setText } from './dom.js';
import { KindFilter } from './kindfilter.js';
import { METERS, nameOf } from './meters.js';
import { writeName } from './name.js';
import { figure, Table } from './table.js';
import { clock, count, moment } from './units.js';

const LIMIT = 500;
const HOUR = 3_600_000;
const AGO = [['', 'the range before'], [String(HOUR), 'an hour before'], [String(24 * HOUR), 'a day before'], [String(168 * HOUR), 'a week before'], ['0', 'the same time']];
const MEASURES = [['', 'Time at work'], ...METERS.map((meter) => [meter.label, nameOf(meter)]), ['count', 'Calls'], ['errors', 'Errors']];
const PER = [['second', 'Per second', 'Of each range'], ['call', 'Per call', 'Sums divided by the calls']];
const STATES = { new: 'new', gone: 'vanished', both: '' };

export class Compare {
  constructor() {
    this.ago = select('Compared with', AGO, '', (ago) => state.set({ ago }));
    this.instance = select('Compared instance', [], '', (otherInstance) => state.set({ otherInstance }));
    this.measure = select('Measure', MEASURES, '', (measure) => state.set({ measure }));
    this.per = segments('Sums', PER, (per) => state.set({ per: per === 'second' ? null : per }));
    this.kind = new KindFilter();
    this.summary = el('span', { class: 'summary' });
    this.sides = el('p', { class: 'calm sides' });
    this.table = new Table({ label: 'Differences', keyOf: (row) => `${row.class}.${row.method}`, decorate: (line, row) => line.classList.toggle('aside', !row.certain) });
    this.empty = quiet('Neither range has a metered call.');
    this.node = el('section', { class: 'view compare', 'aria-label': 'Compare' },
      el('div', { class: 'tools' }, el('span', { class: 'calm' }, 'with'), this.ago, this.instance, this.measure, this.per, this.kind.node, this.summary),
      this.sides, this.table.node, this.empty);
  }

  async refresh(signal) {
    const [instances, answer] = await Promise.all([api.applications(signal), api.compare({ ...this.#other(), measure: state.get('measure'), per: state.get('per'), ...this.kind.params(), disabled: true, limit: LIMIT }, signal)]);
    this.instances = instances.filter((one) => one.name === answer.application && one.instance);
    this.answer = answer;
    this.render();
  }

  /** The other range: the one before, or as long and so much earlier. */
  #other() {
    const [from, to] = state.range().map(Math.floor);
    const now = { from, to, last: null }; // of the same clock as the other
    const ago = state.get('ago');
    const otherInstance = state.get('otherInstance') === 'all' ? null : state.get('otherInstance') || state.get('instance');
    if (!ago) return { ...now, otherInstance, otherFrom: from - (to - from), otherTo: from };
    return { ...now, otherInstance, otherFrom: from - Number(ago), otherTo: to - Number(ago) };
  }

  #columns(unit) {
    const call = state.get('per') === 'call';
    const per = call ? 'per call' : 'per second';
    const value = (side) => (row) => (row[side] ? row[side].value : undefined);
    return [
      { id: 'name', label: 'Method', group: '', render: (cell, row) => this.#name(cell, row) },
      { id: `before ${unit}`, label: 'before', group: per, unit, absent: 'It was not called then, or this was not read', value: value('before') },
      { id: `after ${unit}`, label: 'now', group: per, unit, absent: 'It is not called now, or this was not read', value: value('after') },
      { id: `difference ${unit}`, label: 'difference', group: per, numeric: true, render: (cell, row) => writeDifference(cell, row, unit) },
      { id: 'ratio', label: 'times', group: per, numeric: true, title: 'Now, in times of before', render: (cell, row) => setText(cell, ratio(row)) },
      { id: 'certain', label: 'Certain', group: '', title: 'Whether chance makes such a difference of so many calls less than once in 370 times', render: (cell, row) => setText(cell, row.certain ? 'yes' : few(row) ? 'few calls' : 'no') },
      { id: 'callsBefore', label: 'before', group: 'Calls', unit: 'count', value: (row) => (row.before ? row.before.count : 0) },
      { id: 'callsAfter', label: 'now', group: 'Calls', unit: 'count', value: (row) => (row.after ? row.after.count : 0) },
      { id: 'errorsBefore', label: 'before', group: 'Errors', unit: 'count', value: (row) => (row.before ? row.before.errors : 0) },
      { id: 'errorsAfter', label: 'now', group: 'Errors', unit: 'count', class: 'errors', value: (row) => (row.after ? row.after.errors : 0) },
    ];
  }

  #name(cell, row) {
    if (!cell.firstElementChild) cell.append(el('a', { class: 'kind' }), el('span', { class: 'badge open' }));
    cell.firstElementChild.href = state.linkTo('methods', { class: row.class, method: row.method });
    writeName(cell.firstElementChild, row);
    setText(cell.lastElementChild, STATES[row.state]);
    cell.lastElementChild.hidden = row.state === 'both';
  }

  render() {
    fillSelect(this.ago, AGO, state.get('ago') || '');
    fillSelect(this.measure, MEASURES, state.get('measure') || '');
    syncSegments(this.per, state.get('per') || 'second');
    this.kind.sync();
    if (!this.answer) return;
    const { methods, before, after, unit, leftOut } = this.answer;
    const own = (this.instances || []).map((one) => [one.instance, `with ${one.host} \u00b7 ${one.pid}`]);
    fillSelect(this.instance, [['', state.get('instance') ? 'the same instance' : 'all instances'], ...(state.get('instance') ? [['all', 'all instances']] : []), ...own], state.get('otherInstance') || '');
    this.instance.hidden = own.length < 2;
    setText(this.sides, `Before: ${span(before)}. Now: ${span(after)}.`);
    this.sides.title = `${moment(before.from)} to ${moment(before.to)}, and ${moment(after.from)} to ${moment(after.to)}`;
    this.table.setColumns(this.#columns(unit));
    this.table.update(methods);
    this.table.node.hidden = methods.length === 0;
    this.empty.hidden = methods.length > 0;
    const certain = methods.filter((row) => row.certain).length;
    setText(this.summary, methods.length === 0 ? '' : `${count(certain)} of ${count(methods.length + leftOut)} methods differ for certain`);
  }
}

const span = (side) => `${clock(side.from)} \u2013 ${clock(side.to)}`;
const few = (row) => (row.before ? row.before.count : 0) + (row.after ? row.after.count : 0) < 30;

function ratio(row) {
  if (row.difference === null || !row.before || !row.after || !(row.before.value > 0) || row.after.value === null) return '\u2013';
  const times = row.after.value / row.before.value;
  return `${times < 10 ? times.toFixed(2) : count(Math.round(times))} \u00d7`;
}

function writeDifference(cell, row, unit) {
  figure(cell, row.difference, unit, 'It has calls in one of the two alone, or not every call was read');
  cell.classList.toggle('worse', row.certain && row.difference > 0);
  cell.classList.toggle('better', row.certain && row.difference < 0);
}
