// A row of the errors over time: all of its failures where they are counted, and those that are kept one by one.

import { marksLegend } from './chartmarks.js';
import { el } from './dom.js';
import { drawCard, plotCard } from './plotcard.js';
import { duration } from './units.js';

export class ErrorPlot {
  constructor() {
    this.cards = el('div', { class: 'plots' });
    this.node = el('div', { hidden: true }, marksLegend(), this.cards);
    window.simTheme.onChange(() => this.node.isConnected && !this.node.hidden && this.#draw());
  }

  /** Shows what the server says of a row, or nothing. */
  show(series) {
    this.series = series;
    this.node.hidden = !series || series.points.length === 0;
    if (!this.node.hidden) this.#draw();
  }

  #draw() {
    if (!this.cards.firstChild) this.cards.append(plotCard());
    const { points, from, to, stepNanos } = this.series;
    const line = (label, of) => ({ label, points: points.filter((point) => of(point) > 0).map((point) => [point.time, of(point)]) });
    const lines = [line('all', (point) => point.all), line('kept one by one', (point) => point.count)].filter((one) => one.points.length > 0);
    drawCard(this.cards.firstChild, { title: `Failures each ${duration(stepNanos)}`, unit: 'count', bars: true, lines }, from, to);
  }
}
