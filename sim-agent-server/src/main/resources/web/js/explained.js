// How much of the process's CPU time and of the requests' time the rows explain, and what the rest is: blindness shows itself.

import * as state from './state.js';
import { el } from './dom.js';
import { clock, count, duration, percent } from './units.js';

/** What an answer's `explained` has, in the order of the bar: [key, label, meaning]. */
const PARTS = [
  ['own', 'own time of the rows', 'Self time of the methods shown'],
  ['aroundOff', 'own, with names off inside', 'Self time of methods that call names which are off: what those took since they are off is in it'],
  ['off', 'names off, before', 'Self time of names that are off now, until they were switched off'],
  ['rest', 'without a row', 'Self time of calls at places these contexts are not kept with'],
  ['metering', 'metering', 'What SIM took inside the calls'],
  ['range', 'calls since before the range', 'Of calls that are longer than this range: what ended inside them before it, and metering'],
  ['sim', 'SIM\u2019s threads', 'CPU time of SIM\u2019s own threads'],
  ['jit', 'JIT', 'CPU time of the JIT\u2019s threads'],
  ['gc', 'collector', 'CPU time of the garbage collector\u2019s threads'],
  ['jvm', 'JVM', 'CPU time of the JVM\u2019s other threads; the serial collector is among them'],
  ['unmetered', 'not metered', 'CPU time of threads without a probe, and outside of metered calls'],
];

const TITLES = {
  cpu: ['CPU', 'The CPU time of the process in this range'],
  requests: ['Requests', 'Wall time of entries, which are calls that no metered call made, without waiting for work'],
};

/** The parts of one figure, zeros left out: [key, label, meaning, ns]. */
export function partsOf(figure) {
  const values = { ...figure, own: figure.rows - figure.aroundOff };
  return PARTS.map(([key, label, meaning]) => [key, label, meaning, Math.max(0, values[key] || 0)]).filter(([, , , nanos]) => nanos > 0);
}

function line(key, figure) {
  const parts = partsOf(figure);
  const sum = figure.total;
  const [title, meaning] = TITLES[key];
  const bar = el('span', { class: 'explained-bar', 'aria-hidden': 'true' }, parts.map(([part, , , nanos]) => {
    const piece = el('i', { class: part });
    piece.style.width = `${sum > 0 ? (nanos / sum) * 100 : 0}%`;
    return piece;
  }));
  return el('div', { class: 'explained-line' },
    el('dt', { title: meaning }, el('b', {}, title), ` ${duration(figure.total)}`),
    el('dd', {}, bar, el('span', { class: 'legend' },
      el('span', { class: 'sum' }, `${percent(sum > 0 ? figure.rows / sum : NaN)} explained`),
      parts.map(([part, label, words, nanos]) => el('span', { title: words }, el('i', { class: part }), `${label} ${duration(nanos)}`)),
      figure.other > 0 && el('span', { title: 'Self time of calls that have no place of their own, because the tree is full; it is in the bar' }, `of it under [other] ${duration(figure.other)}`),
      figure.queued > 0 && el('span', { title: 'How long threads of the program were ready to run and had no processor, inside of requests and outside; what is inside is in own time' }, `of it up to ${duration(Math.min(figure.queued, figure.total))} waiting for a processor`),
      figure.takenOff > figure.total / 100 && el('span', { title: 'The rows have so much more CPU time than the process used in this range, such as of calls that began before it. It is not in the bar' }, `besides ${duration(figure.takenOff)} more than the process used`),
      figure.idle > 0 && el('span', { title: 'Waiting for work is not in the bar' }, `besides ${duration(figure.idle)} idle`))));
}

/** What the rows explain, above them; follows each answer. */
export class ExplainedHead {
  constructor() {
    this.node = el('dl', { class: 'explained', 'aria-label': 'What the rows explain', hidden: true });
  }

  update(explained) {
    const signature = JSON.stringify(explained || null);
    if (this.signature === signature) return;
    this.signature = signature;
    const lines = Object.keys(TITLES).filter((key) => explained && explained[key] && explained[key].total > 0).map((key) => line(key, explained[key]));
    this.node.replaceChildren(...lines);
    this.node.hidden = lines.length === 0;
  }
}

/** The names that are off, with what they had before, and the way to them; nothing where all are on. */
export function offNote(off) {
  if (!off || !off.names) return null;
  const self = off.meters && off.meters.wall ? off.meters.wall.self : 0;
  return el('a', { class: 'off-note', href: state.linkTo('hotspots', { standing: 'disabled' }) },
    `${count(off.names)} ${off.names === 1 ? 'name' : 'names'} off, ${duration(self)}, ${count(off.count)} calls before that`);
}

/** The small figures of names that are off, as one row; and the rows past the limit. */
export function foldedRows({ off, leftOut }) {
  const rows = [];
  if (off && off.folded && off.folded.names > 0) {
    const { names, before } = off.folded;
    rows.push({
      ...off.folded, class: '', method: `${count(names)} ${names === 1 ? 'name' : 'names'} off${before ? `, before ${clock(before)}` : ''}`, off: undefined,
      link: state.linkTo('methods', { disabled: 'true' }), title: 'Small figures of names that are off now, until they were switched off. Shows each',
    });
  }
  if (leftOut && leftOut.names > 0) {
    rows.push({
      ...leftOut, class: '', method: `${count(leftOut.names)} further methods`,
      link: state.linkTo('methods', {}), title: 'Methods past those listed. Search finds them',
    });
  }
  return rows;
}
