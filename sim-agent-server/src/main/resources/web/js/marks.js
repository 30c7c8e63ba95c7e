// What a row says of itself beside its name: since when it is off, that it waits for work, that calls of it have not ended.

import { el } from './dom.js';
import { clock, duration, moment } from './units.js';

const LEAST_OPEN = 0.01; // calls that end just after the range leave less open

/** What count and figures of a row lack whose name was off for a time; empty where they lack nothing. */
export const lacks = (row) => (row.offNanos ? `It was off for ${duration(row.offNanos)} of this range: calls made meanwhile are not counted, and in their callers\u2019 self time` : '');

/** The marks of a method or of a node of the call tree: [kind, text, explanation]. */
export function marksOf(row, idle = false) {
  const marks = [];
  if (row.off && !row.off.names) {
    const { since } = row.off;
    marks.push(['off', since ? `off since ${clock(since)}` : 'off', `Not metered now: the figures are those of its calls ${since ? `until ${moment(since)}` : 'until it was switched off'}. Later calls are in their callers\u2019 self time.`]);
  }
  if (row.offNanos) marks.push(['off', `off for ${duration(row.offNanos)} of this range`, lacks(row)]);
  if (row.level) {
    const { is, oneIn, since } = row.level;
    marks.push(['level', is === 'sampled' ? `1 in ${oneIn}` : is, `${is === 'sampled' ? `One call in ${oneIn} is read; calls and errors are counted in each` : 'Wall time and allocation are read in each call, other measures only if the name explains a part of them'}${since ? `. Since ${moment(since)}` : ''}`]);
  }
  if (idle) marks.push(['idle', 'waits for work', 'Nearly all of its own time is waiting outside of any request']);
  if (row.open > 0 && !row.several && row.open >= LEAST_OPEN * row.meters.wall.total) marks.push(['open', 'not ended', `Calls of it have not ended in this range. At least ${duration(row.open)} of its total is the time of calls inside that have ended.`]);
  return marks;
}

/** Writes the marks behind a name. */
export function writeMarks(holder, row, idle = false) {
  const marks = marksOf(row, idle);
  const signature = JSON.stringify(marks);
  if ((holder.marks || '[]') === signature) return;
  holder.marks = signature;
  holder.querySelectorAll('.mark-of').forEach((mark) => mark.remove());
  holder.append(...marks.map(([kind, text, title]) => el('span', { class: `mark-of ${kind}`, title }, text)));
}
