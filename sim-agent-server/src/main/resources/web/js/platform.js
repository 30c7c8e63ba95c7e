// The JVM and its host: what the collector reads every few seconds, in small multiples over one time axis.

import * as api from './api.js';
import { quiet } from './controls.js';
import { el, keyed, setText } from './dom.js';
import { Plot } from './plot.js';
import { chartsOf } from './series.js';
import { format } from './units.js';

export class Platform {
  constructor() {
    this.grid = el('div', { class: 'multiples' });
    this.empty = quiet('No platform record in this range. A connected application sends one every five seconds.');
    this.node = el('section', { class: 'view platform', 'aria-label': 'Platform' }, this.grid, this.empty);
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
    // A card is on the page before its chart is made: Chart.js sizes itself by where it stands.
    keyed(this.grid, this.charts, (chart) => chart.key, card, () => {});
    for (const chart of this.charts) this.#draw(this.grid.keyedRows.get(chart.key), chart);
  }

  #draw(figure, chart) {
    const [caption, box] = figure.children;
    figure.plot ||= new Plot(box.firstElementChild, chart);
    const tones = figure.plot.draw(chart.lines, this.from, this.to);
    const [title, now] = caption.children;
    setText(title, chart.title);
    keyed(now, chart.lines, (line) => line.label, () => el('span', { class: 'now' }, el('i', { 'aria-hidden': 'true' }), el('span'), el('b')), (node, line) => {
      node.firstElementChild.style.backgroundColor = tones[chart.lines.indexOf(line)];
      setText(node.children[1], line.label);
      setText(node.children[2], format((line.points[line.points.length - 1] || [])[1], chart.unit));
    });
    box.firstElementChild.setAttribute('aria-label', `${chart.title}: ${chart.lines.map((line) => `${line.label} ${format((line.points[line.points.length - 1] || [])[1], chart.unit)}`).join(', ')}`);
  }
}

function card() {
  return el('figure', { class: 'card' },
    el('figcaption', {}, el('h3'), el('div', { class: 'legend' })),
    el('div', { class: 'canvas' }, el('canvas', { role: 'img' })));
}
