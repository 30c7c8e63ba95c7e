// How long requests of a kind took over time, as a heat map: a column for each step, a cell for each part of an octave of duration, the darker the more
// requests. It draws [[least duration, requests]] of each point, wherever these are counted.

import { markChart } from './chartmarks.js';
import { setText } from './dom.js';
import { Plot, tone } from './plot.js';
import { zoomByDrag } from './plotdrag.js';
import { clock, count, duration } from './units.js';

const PER_OCTAVE = 4; // cells; the buckets of an answer are finer
const FAINTEST = 0.18;
const DEEPEST = Math.round(Math.log2(10_000) * PER_OCTAVE); // cells below the highest; what took less is in the lowest

/** The cell of a duration, and its bounds. */
const cellOf = (nanos) => Math.floor(Math.log2(Math.max(1, nanos)) * PER_OCTAVE);
const bound = (cell) => 2 ** (cell / PER_OCTAVE);

/** Cells of a column, by number: [[cell, requests]]. */
function column(buckets, lowest) {
  const cells = new Map();
  for (const [least, requests] of buckets) {
    const cell = Math.max(lowest, cellOf(least));
    cells.set(cell, (cells.get(cell) || 0) + requests);
  }
  return [...cells];
}

/** Whether there is something to draw. */
export const hasHeat = (points) => points.some((point) => point.duration && point.duration.buckets && point.duration.buckets.length > 0);

/** Draws points of a kind's series on a card that is on the page. */
export function drawHeat(figure, { title, points, step }, from, to) {
  const [caption, box] = figure.children;
  const canvas = box.firstElementChild;
  if (!figure.plot) {
    figure.plot = new Plot(canvas, { unit: 'ns', log: true, hovers: false });
    zoomByDrag(box, () => figure.plot.chart);
    box.addEventListener('pointermove', (event) => { box.title = titleAt(figure, event) || 'Drag over a part to see it alone'; });
  }
  const counted = points.filter((point) => point.duration && point.duration.buckets);
  const all = counted.flatMap((point) => point.duration.buckets.map(([least]) => cellOf(least)));
  const high = all.reduce((a, b) => Math.max(a, b), 0) + 1;
  const low = Math.max(all.reduce((a, b) => Math.min(a, b), Infinity), high - DEEPEST);
  const columns = counted.map((point) => ({ to: point.time, from: Math.max(from, point.time - step), cells: column(point.duration.buckets, low) }));
  const most = columns.reduce((all, one) => one.cells.reduce((a, [, requests]) => Math.max(a, requests), all), 1);
  figure.heat = { columns, low: all.some((cell) => cell < low) ? low : null };
  figure.plot.under = (chart) => paint(chart, columns, most);
  figure.plot.draw([{ label: 'requests', unseen: true, points: [[from, bound(low)], [to, bound(high)]] }], from, to);
  markChart(box, figure.plot);
  setText(caption.children[0], title);
  setText(caption.children[1], `the darker the more, ${count(most)} at most`);
  canvas.setAttribute('aria-label', `${title}: from ${duration(bound(low))} to ${duration(bound(high))}, at most ${count(most)} requests in a cell`);
}

function paint(chart, columns, most) {
  const { ctx, scales: { x, y } } = chart;
  ctx.save();
  ctx.fillStyle = tone();
  for (const one of columns) {
    const left = x.getPixelForValue(one.from);
    const width = Math.max(1, x.getPixelForValue(one.to) - left);
    for (const [cell, requests] of one.cells) {
      const top = y.getPixelForValue(bound(cell + 1));
      ctx.globalAlpha = FAINTEST + (1 - FAINTEST) * Math.sqrt(requests / most);
      ctx.fillRect(left, top, width + 0.5, y.getPixelForValue(bound(cell)) - top);
    }
  }
  ctx.restore();
}

/** What the cell under the pointer says. */
function titleAt(figure, event) {
  const { x, y } = figure.plot.chart.scales;
  const { left, top } = event.currentTarget.getBoundingClientRect();
  const at = x.getValueForPixel(event.clientX - left);
  const one = figure.heat.columns.find((each) => at > each.from && at <= each.to);
  const under = cellOf(y.getValueForPixel(event.clientY - top));
  const found = one && one.cells.find(([cell]) => cell === under);
  return found ? `${count(found[1])} requests of ${under === figure.heat.low ? 'at most' : `${duration(bound(under))} to`} ${duration(bound(under + 1))}\n${clock(one.from)} \u2013 ${clock(one.to)}` : '';
}
