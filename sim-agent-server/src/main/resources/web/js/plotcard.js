// A plot on its card: the title, what each line says now, and the canvas, which tells the same to a screen reader.

import { markChart } from './chartmarks.js';
import { el, keyed, setText } from './dom.js';
import { Plot } from './plot.js';
import { zoomByDrag } from './plotdrag.js';
import { format } from './units.js';

export function plotCard() {
  return el('figure', { class: 'card' },
    el('figcaption', {}, el('h3'), el('div', { class: 'legend' })),
    el('div', { class: 'canvas' }, el('canvas', { role: 'img' })));
}

/** Draws `chart` ({title, unit, lines}) on a card from {@link plotCard} that is on the page: Chart.js sizes itself by where it stands. */
export function drawCard(figure, chart, from, to) {
  const [caption, box] = figure.children;
  const canvas = box.firstElementChild;
  if (!figure.plot) {
    figure.plot = new Plot(canvas, chart);
    zoomByDrag(box, () => figure.plot.chart);
  }
  const tones = figure.plot.draw(chart.lines, from, to);
  markChart(box, figure.plot);
  const [title, legend] = caption.children;
  setText(title, chart.title);
  keyed(legend, chart.lines, (line) => line.label, legendEntry, (node, line) => {
    node.firstElementChild.style.backgroundColor = tones[chart.lines.indexOf(line)];
    setText(node.children[1], line.label);
    setText(node.children[2], now(line, chart));
  });
  canvas.setAttribute('aria-label', `${chart.title}: ${chart.lines.map((line) => `${line.label} ${now(line, chart)}`).join(', ')}`);
}

function legendEntry() {
  return el('span', { class: 'now' }, el('i', { 'aria-hidden': 'true' }), el('span'), el('b'));
}

/** A stacked line is drawn on the sum of those below it; its figure is its own. */
function now(line, chart) {
  const points = line.own || line.points;
  return format((points[points.length - 1] || [])[1], chart.unit);
}
