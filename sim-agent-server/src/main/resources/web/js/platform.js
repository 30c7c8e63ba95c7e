// The JVM and its host: what the collector reads every few seconds, in small multiples over one time axis.

import * as api from './api.js';
import { quiet } from './controls.js';
import { marksLegend } from './chartmarks.js';
import { el, keyed } from './dom.js';
import { drawCard, plotCard } from './plotcard.js';
import { chartsOf } from './series.js';

export class Platform {
  constructor() {
    this.grid = el('div', { class: 'multiples' });
    this.empty = quiet('No platform record in this range. A connected application sends one every five seconds.');
    this.node = el('section', { class: 'view platform', 'aria-label': 'Platform', tabindex: '0' }, marksLegend(), this.grid, this.empty);
    window.simTheme.onChange(() => this.node.isConnected && this.render());
  }

  async refresh(signal) {
    const answer = await api.platform({}, signal);
    this.charts = chartsOf(answer.series.filter((one) => one.points.length > 0));
    const moments = answer.series.flatMap((one) => one.points.map(([at]) => at));
    // Older servers leave the range out: then it is what the points span.
    this.from = answer.from || moments.reduce((least, at) => Math.min(least, at), Infinity);
    this.to = answer.to || moments.reduce((most, at) => Math.max(most, at), 0);
    this.render();
  }

  render() {
    if (!this.charts) return;
    this.empty.hidden = this.charts.length > 0;
    // A card is on the page before its chart is drawn.
    keyed(this.grid, this.charts, (chart) => chart.key, plotCard, () => {});
    for (const chart of this.charts) drawCard(this.grid.keyedRows.get(chart.key), chart, this.from, this.to);
  }
}
