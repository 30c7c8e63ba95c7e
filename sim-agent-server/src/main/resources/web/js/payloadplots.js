// How often and how long over time, and the probe's own telemetries; lines of one telemetry share a chart.

import * as api from './api.js';
import * as state from './state.js';
import { filter, quiet } from './controls.js';
import { el, keyed } from './dom.js';
import { drawCard, plotCard } from './plotcard.js';
import { duration } from './units.js';

const UNITS = { PLAIN: 'count', PER_SECOND: '/s', PERCENT: 'percent', BYTES: 'bytes', MILLISECONDS: 'ms', MICROSECONDS: 'us', NANOSECONDS: 'ns' };

export class PayloadPlots {
  constructor() {
    this.grid = el('div', { class: 'multiples' });
    this.empty = quiet('Nothing was recorded in this range.');
    this.of = el('p', { class: 'filters', hidden: true });
    this.node = el('div', { class: 'figures-holder platform', tabindex: '0', role: 'group', 'aria-label': 'Telemetries' }, this.of, this.grid, this.empty);
  }

  async refresh(probe, params, signal) {
    const answer = await api.payloads('telemetries', { ...params, text: state.get('text') }, signal);
    const charts = new Map();
    for (const one of answer.series.filter((series) => series.points.length > 0)) {
      if (!charts.has(one.telemetry)) charts.set(one.telemetry, { telemetry: one.telemetry, title: title(one), unit: UNITS[one.unit] || 'count', stacked: one.stacked, lines: [] });
      charts.get(one.telemetry).lines.push({ label: one.line || one.telemetry, points: one.points.map(([at, value]) => [at, value / 10 ** one.scale]) });
    }
    this.charts = [...charts.values()];
    for (const chart of this.charts) if (chart.stacked) stack(chart.lines);
    const moments = this.charts.flatMap((chart) => chart.lines.flatMap((line) => line.points.map(([at]) => at)));
    this.from = moments.reduce((least, at) => Math.min(least, at), Infinity);
    this.to = moments.reduce((most, at) => Math.max(most, at), 0);
  }

  render() {
    const text = state.get('text');
    this.of.hidden = !text;
    if (text !== this.text) this.of.replaceChildren(...(text ? [filter(text, () => state.set({ text: null }))] : []));
    this.text = text;
    if (!this.charts) return;
    this.empty.hidden = this.charts.length > 0;
    keyed(this.grid, this.charts, keyOf, plotCard, () => {});
    for (const chart of this.charts) {
      const figure = this.grid.keyedRows.get(keyOf(chart));
      if (figure.isConnected) drawCard(figure, chart, this.from, this.to);
    }
  }
}

/** A point that stands for several readings says how it was made of them. */
function title(one) {
  const several = one.points.some((point) => point.length > 2);
  return [one.telemetry, one.stacked && 'stacked', several && `${one.consolidation} of each ${duration(one.stepNanos)}`].filter(Boolean).join(', ');
}

function keyOf(chart) {
  return `${chart.telemetry} ${chart.unit}`;
}

/** Each line on top of the one before; what it says itself is kept for its figure. */
function stack(lines) {
  const sums = new Map();
  for (const line of lines) {
    line.own = line.points;
    line.points = line.points.map(([at, value]) => {
      const second = Math.round(at / 1000);
      sums.set(second, (sums.get(second) || 0) + value);
      return [at, sums.get(second)];
    });
  }
}
