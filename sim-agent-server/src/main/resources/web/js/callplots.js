// The calls of a method, or of a place of the call tree, over time: how many, how long they took, and a measure of the reader's choice.

import * as state from './state.js';
import { marksLegend } from './chartmarks.js';
import { fillSelect, select } from './controls.js';
import { el } from './dom.js';
import { METERS, nameOf, ownMean, reading } from './meters.js';
import { drawCard, plotCard } from './plotcard.js';
import { duration } from './units.js';

const DEFAULT = 'thread.cpu';

export class CallPlots {
  constructor() {
    this.cards = el('div', { class: 'plots' });
    this.measure = select('Measure over time', [], '', (over) => state.set({ over: over === DEFAULT ? null : over }));
    this.node = el('div', { hidden: true }, marksLegend(), this.cards, this.choice = el('p', { class: 'ways' }, el('label', { class: 'calm' }, 'Measure over time ', this.measure)));
    window.simTheme.onChange(() => this.node.isConnected && !this.node.hidden && this.#draw());
  }

  /** Shows what the server says of a series, or nothing. @param hasMean whether its totals are whole, by which a mean is made */
  show(series, hasMean = true) {
    this.series = series;
    this.hasMean = hasMean;
    this.node.hidden = !series || series.points.length === 0;
    if (!this.node.hidden) this.#draw();
  }

  #draw() {
    if (!this.cards.firstChild) this.cards.append(plotCard(), plotCard(), plotCard());
    const [calls, times, measured] = this.cards.children;
    const { points, from, to, stepNanos } = this.series;
    const line = (label, of) => ({ label, points: points.filter((point) => of(point) !== undefined).map((point) => [point.time, of(point)]) });
    const lines = [line('calls', (point) => point.count)];
    if (points.some((point) => point.errors > 0)) lines.push(line('errors', (point) => point.errors));
    drawCard(calls, { title: `Calls each ${duration(stepNanos)}`, unit: 'count', bars: true, lines }, from, to);
    this.#card(times, 'Wall time of a call', 'ns', [line('p50', (point) => point.p50), line('p99', (point) => point.p99),
      line('mean', (point) => (this.hasMean ? reading(point, 'wall', 'mean') : undefined))]);
    const known = METERS.filter((meter) => points.some((point) => point.meters[meter.label]));
    const meter = known.find((one) => one.label === (state.get('over') || DEFAULT)) || known[0];
    this.choice.hidden = !meter;
    measured.hidden = !meter;
    if (!meter) return;
    fillSelect(this.measure, known.map((one) => [one.label, nameOf(one)]), meter.label);
    this.#card(measured, `${nameOf(meter)} of a call`, meter.unit, [line('itself', (point) => ownMean(point, meter.label)),
      line('with all inside', (point) => reading(point, meter.label, 'mean'))]);
  }

  #card(card, title, unit, lines) {
    const drawn = lines.filter((one) => one.points.length > 0);
    card.hidden = drawn.length === 0;
    if (drawn.length > 0) drawCard(card, { title, unit, lines: drawn }, this.series.from, this.series.to);
  }
}
