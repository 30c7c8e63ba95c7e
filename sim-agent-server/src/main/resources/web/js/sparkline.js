// A line in a cell: how a figure went over the range. A picture alone; the cell's title says the ends.

const SVG = 'http://www.w3.org/2000/svg';
const WIDTH = 96;
const HEIGHT = 20;

/** Draws points [[moment, value]] between two moments. */
export function sparkline(cell, points, from, to) {
  let svg = cell.querySelector('svg');
  if (!svg) {
    svg = document.createElementNS(SVG, 'svg');
    for (const [name, value] of Object.entries({ class: 'spark', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, 'aria-hidden': 'true', preserveAspectRatio: 'none' })) svg.setAttribute(name, value);
    svg.append(document.createElementNS(SVG, 'polyline'));
    cell.append(svg);
  }
  const most = points.reduce((max, [, value]) => Math.max(max, value), 0);
  const line = points.map(([at, value]) => `${(((at - from) / Math.max(1, to - from)) * WIDTH).toFixed(1)},${(HEIGHT - 2 - (most > 0 ? value / most : 0) * (HEIGHT - 4)).toFixed(1)}`);
  const text = line.length === 1 ? `${line[0]} ${WIDTH},${line[0].split(',')[1]}` : line.join(' ');
  if (svg.firstChild.getAttribute('points') !== text) svg.firstChild.setAttribute('points', text);
}
