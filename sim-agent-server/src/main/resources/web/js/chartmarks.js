// The marks of all charts over time: processes that started or ended, another version, verdicts, controls, recordings. They are asked for once for
// a range, and lie over each chart; a list of them stands above.

import * as api from './api.js';
import * as state from './state.js';
import { el, keyed, setText } from './dom.js';
import { clock, count, moment } from './units.js';

const KINDS = {
  version: ['another version', (many) => `${many} processes of another version`], start: ['process started', (many) => `${many} processes started`],
  end: ['process ended', (many) => `${many} processes ended`], lost: ['process lost', (many) => `${many} processes were lost`],
  verdict: ['verdict', (many) => `${many} verdicts`], control: ['asked for', (many) => `${many} verdicts that somebody asked for`],
  recording: ['recording', (many) => `${many} recordings`],
};
const ORDER = Object.keys(KINDS);
const APART = 28; // pixels between two marks: what is nearer is one mark, and the curve is seen between them
const TOLD = 12; // lines that a mark says of those that it stands for

const charts = new Set(); // boxes that are drawn; those that have left the page are forgotten
const legends = new Set(); // one of each view that has charts: a view is made once, and comes back
let marks = [];
let leftOut = 0;
let asked = ''; // of what the marks are

const rangeKey = () => JSON.stringify(['application', 'instance', 'last', 'from', 'to'].map((name) => state.get(name)));
const titleOf = (mark) => `${clock(mark.time)}  ${mark.count > 1 ? `${KINDS[mark.kind][1](count(mark.count))}, the first: ${mark.text}` : `${KINDS[mark.kind][0]}: ${mark.text}`}`;

/** Asks for the marks of the range, where a chart is on the page. */
export async function refreshMarks(signal) {
  for (const one of charts) if (!one.box.isConnected) charts.delete(one);
  if (charts.size === 0) return;
  const key = rangeKey();
  const answer = await api.marks({}, signal);
  [marks, leftOut, asked] = [answer.marks.filter((mark) => KINDS[mark.kind]), answer.leftOut, key];
  charts.forEach(place);
  legends.forEach(list);
}

/** Marks that lie within some pixels of the first of them, each {mark, marks, at}; it looks like the one that says most. */
export function folded(all, pixelOf) {
  const folds = [];
  for (const mark of [...all].sort((one, other) => one.time - other.time)) {
    const at = pixelOf(mark.time);
    const last = folds[folds.length - 1];
    if (last && at - last.at < APART) {
      last.marks.push(mark);
      if (ORDER.indexOf(mark.kind) < ORDER.indexOf(last.mark.kind)) last.mark = mark;
    } else folds.push({ mark, marks: [mark], at });
  }
  return folds;
}

const many = (marks) => marks.reduce((sum, mark) => sum + mark.count, 0);

function titleOfAll(marks) {
  const further = marks.length - TOLD;
  return [...marks.slice(0, TOLD).map(titleOf), ...(further > 0 ? [`and ${count(further)} more: see the list of marks above`] : [])].join('\n');
}

/** Lays the marks over a chart, now and whenever it takes another size. @param box holds the canvas. @param plot that draws on it */
export function markChart(box, plot) {
  const chart = { box, plot };
  if (!box.marked) {
    box.marked = chart;
    plot.onLayout = () => place(box.marked);
  }
  charts.add(box.marked);
  place(box.marked);
}

function place({ box, plot }) {
  const { chartArea: area, scales } = plot.chart;
  if (!area || !scales.x) return;
  const seen = asked === rangeKey() ? marks.filter((mark) => mark.time >= scales.x.min && mark.time <= scales.x.max) : [];
  if (!box.overlay) box.append(box.overlay = el('div', { class: 'chart-marks' }));
  const folds = folded(seen, (time) => scales.x.getPixelForValue(time));
  keyed(box.overlay, folds, ({ mark }) => `${mark.kind} ${mark.time}`, ({ mark }) => el('span', { class: `chart-mark ${mark.kind}`, role: 'img' }, el('b')), (node, { marks: those, at }) => {
    const title = titleOfAll(those);
    if (node.title !== title) {
      node.title = title;
      node.setAttribute('aria-label', title);
    }
    node.classList.toggle('several', those.length > 1);
    setText(node.firstElementChild, those.length > 1 ? count(many(those)) : '');
    node.style.left = `${at}px`;
    node.style.top = `${area.top}px`;
    node.style.height = `${area.bottom - area.top}px`;
  });
}

/** What the marks mean, and all of them with their times; nothing where there is none. */
export function marksLegend() {
  const legend = el('details', { class: 'marks-legend', hidden: true }, el('summary', { title: 'All marks of the charts, with their times' }), el('ol'));
  list(legend);
  legends.add(legend);
  return legend;
}

function list(legend) {
  const shown = asked === rangeKey() ? marks : [];
  legend.hidden = shown.length === 0;
  const [summary, all] = legend.children;
  const kinds = ORDER.filter((kind) => shown.some((mark) => mark.kind === kind));
  keyed(summary, kinds, (kind) => kind, (kind) => el('span', { class: 'now' }, el('i', { class: kind, 'aria-hidden': 'true' }), el('span', {}, KINDS[kind][0]), el('b')), (node, kind) => {
    setText(node.lastElementChild, count(shown.filter((mark) => mark.kind === kind).reduce((sum, mark) => sum + mark.count, 0)));
  });
  keyed(all, [...shown].reverse(), (mark) => `${mark.kind} ${mark.time}`, () => el('li'), (node, mark) => {
    setText(node, titleOf(mark));
    node.title = moment(mark.time);
  });
  if (leftOut > 0 && shown.length > 0) legend.title = `${count(leftOut)} earlier ones are left out`;
}
