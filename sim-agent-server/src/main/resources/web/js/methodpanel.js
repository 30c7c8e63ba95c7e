// One method in full, beside the table: every meter, the percentiles, and the calls that were kept.

import * as api from './api.js';
import * as state from './state.js';
import { CallPlots } from './callplots.js';
import { el, setText } from './dom.js';
import { partialMark } from './columns.js';
import { extraMeters, lacksCalls, METERS, nameOf, QUANTILES, reading, wholeTotal } from './meters.js';
import { fullName, packageOf, shortName } from './name.js';
import { whyNoCalls, whyNoCallsOfMethod } from './onlycounted.js';
import { figure, Table } from './table.js';
import { clock, count, duration, moment, percent } from './units.js';

const KEPT = 50;

export class MethodPanel {
  constructor() {
    this.node = el('section', { class: 'panel', 'aria-label': 'Method', hidden: true, on: { keydown: (event) => event.key === 'Escape' && this.#close() } });
    this.package = el('p', { class: 'package' });
    this.title = el('h2');
    this.tiles = el('dl', { class: 'tiles' });
    this.spread = el('div', { class: 'spread', role: 'img' });
    this.meters = new Table({ label: 'Meters', keyOf: (line) => line.meter.label });
    this.meters.setColumns([
      { id: 'meter', label: 'Meter', title: '', render: (cell, line) => { setText(cell, nameOf(line.meter)); cell.title = line.meter.title; } },
      ...['total', 'self', 'max', 'mean'].map((view) => ({
        id: view, label: view === 'mean' ? 'per call' : view, numeric: true,
        render: (cell, line) => {
          const { row, meter: { label, unit } } = line;
          figure(cell, view === 'total' && label === 'wall' ? wholeTotal(row) : reading(row, label, view), unit);
          partialMark(label, view)(cell, row);
        },
      })),
    ]);
    this.quantiles = new Table({ label: 'Percentiles', keyOf: (line) => line.meter.label });
    this.quantiles.setColumns([
      { id: 'meter', label: 'Meter', title: '', render: (cell, line) => { setText(cell, nameOf(line.meter)); cell.title = line.meter.title; } },
      ...[...QUANTILES, 'max'].map((which) => ({
        id: which, label: which, numeric: true,
        render: (cell, line) => figure(cell, reading(line.row, line.meter.label, which), line.meter.unit),
      })),
    ]);
    this.plots = new CallPlots();
    this.quantilesHead = el('h3', {}, 'Percentiles');
    this.kept = new Table({ label: 'Calls kept', keyOf: (call) => `${call.start} ${call.thread} ${call.end}` });
    this.kept.setColumns([
      { id: 'begin', label: 'Began', render: (cell, call) => { setText(cell, clock(call.start, true)); cell.title = moment(call.start); } },
      { id: 'wall', label: 'wall', unit: 'ns', value: (call) => call.meters.wall && call.meters.wall.value },
      { id: 'cpu', label: 'cpu', unit: 'ns', value: (call) => call.meters['thread.cpu'] && call.meters['thread.cpu'].value },
      { id: 'outcome', label: 'Outcome', render: (cell, call) => { setText(cell, call.error ? call.exception || 'error' : 'returned'); cell.classList.toggle('error', call.error); cell.title = call.exception || ''; } },
    ]);
    this.kept.node.hidden = true; // until there are some
    this.note = el('p', { class: 'quiet' });
    this.all = el('a', { class: 'more' }, 'All its calls');
    this.node.append(
      el('header', {}, el('div', {}, this.package, this.title),
        el('button', { type: 'button', class: 'close', 'aria-label': 'Close the method', on: { click: () => this.#close() } }, '\u00d7')),
      this.tiles, this.spread, this.plots.node, this.quantilesHead, this.quantiles.node, this.metersHead = el('h3', {}, 'Meters'), this.meters.node,
      el('h3', {}, 'Calls kept'), this.kept.node, this.note, this.all);
  }

  #close() {
    const { class: owner, method } = { class: state.get('class'), method: state.get('method') };
    state.set({ class: null, method: null });
    // Back to where the reader came from.
    for (const button of document.querySelectorAll('.methods button.name')) {
      if (button.title === fullName({ class: owner, method })) button.focus();
    }
  }

  #wanted() {
    return state.get('method') ? { class: state.get('class') || '', method: state.get('method') } : null;
  }

  async refresh(rows, signal) {
    const wanted = this.#wanted();
    if (!wanted) return;
    const [answer, series] = await Promise.all([
      api.invocations({ class: wanted.class, method: wanted.method, limit: KEPT }, signal),
      api.methodSeries({ class: wanted.class, method: wanted.method }, signal)]);
    this.series = { ...series, of: fullName(wanted) };
    this.#plot();
    this.kept.update(answer.invocations);
    this.kept.node.hidden = answer.invocations.length === 0;
    this.note.hidden = answer.invocations.length > 0;
    setText(this.note, this.#why(answer, series, rows.find((row) => fullName(row) === fullName(wanted))));
    this.all.href = state.linkTo('invocations', { class: wanted.class, method: wanted.method });
  }

  /** Why none is kept. The series is of all contexts, and of whole steps where it is old. */
  #why(answer, series, row) {
    if (!state.get('context')) return whyNoCallsOfMethod(series.points, row, series.to - series.from <= answer.to - answer.from);
    return row ? whyNoCallsOfMethod([{ count: row.count, errors: row.errors, max: reading(row, 'wall', 'max') }], row) : whyNoCalls();
  }

  render(rows) {
    const wanted = this.#wanted();
    const row = wanted && rows.find((candidate) => fullName(candidate) === fullName(wanted));
    this.node.hidden = !wanted;
    if (!wanted) return;
    this.lacksCalls = Boolean(row && lacksCalls(row));
    this.#plot();
    setText(this.package, packageOf(wanted.class));
    setText(this.title, shortName(wanted));
    this.tiles.replaceChildren();
    this.spread.replaceChildren();
    this.spread.hidden = true; // until it has marks
    this.metersHead.hidden = this.meters.node.hidden = !row;
    if (!row) {
      this.tiles.append(el('div', {}, el('dt', {}, 'calls'), el('dd', {}, 'none in this range')));
      this.meters.update([]);
      this.#percentiles([]);
      return;
    }
    const tiles = [['calls', count(row.count)], ['errors', row.errors ? `${count(row.errors)} (${percent(row.errors / row.count)})` : '0'],
      ['at work', duration(row.work && row.work.self)], ['self', duration(reading(row, 'wall', 'self'))], ['per call', duration(reading(row, 'wall', 'mean'))]];
    this.tiles.append(...tiles.map(([name, value]) => el('div', { class: name === 'errors' && row.errors ? 'bad' : '' }, el('dt', {}, name), el('dd', {}, value))));
    this.#spread(row);
    const lines = [...METERS, ...extraMeters([row])].map((meter) => ({ meter, row }));
    this.meters.update(lines);
    this.#percentiles(lines.filter((line) => reading(row, line.meter.label, 'p50') !== undefined));
  }

  /** Calls in each step, how long a call took, and what it used. */
  #plot() {
    const { of } = this.series || {};
    this.plots.show(this.#wanted() && of === fullName(this.#wanted()) ? this.series : null, !this.lacksCalls);
  }

  /** Those of every meter that has a histogram, if that is more than wall time, which the rail shows. */
  #percentiles(lines) {
    const shown = lines.some((line) => line.meter.label !== 'wall');
    this.quantilesHead.hidden = !shown;
    this.quantiles.node.hidden = !shown;
    this.quantiles.update(shown ? lines : []);
  }

  /** The wall clock's percentiles on a logarithmic rail: where most calls lie, and how far the slow ones are out. */
  #spread(row) {
    const max = reading(row, 'wall', 'max');
    if (!row.wall || !max) return;
    const marks = [['p50', row.wall.p50], ['p95', row.wall.p95], ['p99', row.wall.p99], ['max', max]].filter(([, value]) => value > 0);
    const low = Math.log(Math.min(...marks.map(([, value]) => value)) / 2);
    const width = Math.log(Math.max(...marks.map(([, value]) => value))) - low;
    const rail = el('div', { class: 'rail' });
    for (const [name, value] of marks) {
      const mark = el('span', { class: `mark ${name}`, title: `${name} ${duration(value)}` });
      mark.style.left = `${((Math.log(value) - low) / width) * 100}%`;
      rail.append(mark);
    }
    this.spread.setAttribute('aria-label', marks.map(([name, value]) => `${name} ${duration(value)}`).join(', '));
    this.spread.hidden = false;
    this.spread.append(rail, el('div', { class: 'legend' }, marks.map(([name, value]) => el('span', { class: name }, el('b', {}, name), ` ${duration(value)}`))));
  }
}
