// How a context, and what was written into it, is named on the page: as text and as the way to the work in it.

import * as state from './state.js';
import { el, setText } from './dom.js';
import { rangeInWords } from './ranges.js';

/** The last parts of a value's key tell enough. */
const shortKey = (key) => key.split('.').filter((part) => part !== 'params').slice(-2).join('.');

/** What a filter by context says: an id, or key:value. */
export function textOf(context) {
  const colon = context.indexOf(':');
  return colon < 0 ? `context ${context}` : `${shortKey(context.slice(0, colon))} = ${context.slice(colon + 1)}`;
}

/** A link to the work in a context, in the view it stands in. */
export function linkContext(cell, id) {
  if (!cell.firstElementChild) cell.append(el('a', { title: 'Only the work in this context' }));
  const link = cell.firstElementChild;
  link.hidden = !id;
  setText(link, id || '');
  if (id) link.href = state.linkTo(state.tab(), { context: id });
}

/** Key and value, one beside the other; the key's title tells all. A click narrows the page to the work in contexts like it, unless it `narrows` nothing. */
export function writeValues(holder, all, narrows = true) {
  const entries = Object.entries(all || {});
  const signature = JSON.stringify(entries);
  if (holder.signature === signature) return;
  holder.signature = signature;
  holder.replaceChildren(...entries.map(([key, value]) => el(narrows ? 'button' : 'span', narrows ? {
    type: 'button', class: 'pair', title: `${key} = ${value}\nShow only the work in contexts with this value`,
    on: { click: () => state.set({ context: `${key}:${value}` }) },
  } : { class: 'pair', title: `${key} = ${value}` }, el('span', { class: 'key' }, shortKey(key)), el('span', { class: 'value' }, String(value)))));
}

/** Whether a context has not ended. */
export const isOpen = (context) => context.end === null || context.end === undefined;

/** What a context is that has not ended: one whose process is gone will not. */
export const openWord = (context) => (context.processGone ? 'process ended' : 'open');

/** When a context was open, with a little around it: moments in ms. */
export const rangeOf = (context) => ({ from: Math.max(0, context.start - 1_000), to: (isOpen(context) ? Date.now() : context.end) + 60_000 });

const OUTLIVES = 3_600_000; // so long after the end of a context the end of what is inside it is looked for, ms

/** Until when something of a context, the first one, may still be told. What is inside may outlive it, but for a time alone: a process that was killed tells no end. */
const lookedUntil = ([outer]) => outer.end + OUTLIVES;

/** Whether all that is inside a context, the first one, was stored at a moment, ms, or is no longer looked for: what is asked then stays as it is. */
export const isOver = (contexts, moment) => !isOpen(contexts[0]) && contexts.every((context) => moment > (isOpen(context) ? lookedUntil(contexts) : rangeOf(context).to));

const PARTS = 20; // of the time since a context ended: what outlives it is asked for again after such a part

/**
 * Until when what was asked of contexts, the first one and those inside it, at a moment, ms, need not be asked for again: the longer, the longer ago the
 * first one ended. In the hour for which the end of what outlives it is looked for, that is some eighty times, and not seven hundred.
 */
export const restsUntil = (contexts, asked) => (isOpen(contexts[0]) ? 0 : isOver(contexts, asked) ? Infinity : asked + (asked - contexts[0].end) / PARTS);

/** When all that is inside a context, the first one, is stored, as far as it is known at a moment, ms: the end of what outlives it is told later. */
export function rangeOfAll(contexts, moment) {
  const { from, to } = rangeOf(contexts[0]);
  if (isOpen(contexts[0])) return { from, to };
  const last = Math.max(to, ...contexts.map((context) => (isOpen(context) ? moment : rangeOf(context).to)));
  return { from, to: Math.max(to, Math.min(last, lookedUntil(contexts))) };
}

/** Whether what went on between two moments is seen in the page's range. */
function isSeen(begin, end) {
  const [from, to] = state.range();
  return begin <= to && end >= from;
}

/** The range to which a link moves the page's, with the one before, so that the page can say so. */
function movedTo(range) {
  const [from, to] = state.range();
  return { ...range, last: null, was: `${range.from} ${state.get('from') ? `${from}-${to}` : state.get('last') || state.DEFAULT_LAST}` };
}

/** Nothing, where what went on between two moments is seen in the page's range: it stays. Else the range to which it moves. */
const moved = (begin, end, range) => (isSeen(begin, end) ? {} : movedTo(range));

/** The range in which a context is seen: nothing if the page's own is one, so that it stays. */
export const rangeToSee = (context) => moved(context.start, isOpen(context) ? Date.now() : context.end, rangeOf(context));

const openLink = (application, id, range) => state.linkTo('contexts', { context: null, instance: null, application, ...range, chosen: id, wide: 'true' });

/** The link that opens a context, as long as the server keeps it. */
export const openContext = (context) => openLink(context.application, context.id, rangeToSee(context));

/** The link that opens a context whatever the range of the page: for others, and for later. */
export const permanentLink = (context) => `#/contexts?${new URLSearchParams({ application: context.application, ...rangeOf(context), chosen: context.id })}`;

/** Where that link leads on this page, which then says that the range moved. */
export const permanentLinkHere = (context) => {
  const { last, ...range } = movedTo(rangeOf(context));
  return `#/contexts?${new URLSearchParams({ application: context.application, ...range, chosen: context.id })}`;
};

/** A link to the page of the request that a row is of, which has its id as `context` and when it was as `at`; nothing without one. */
export function linkRequest(cell, row) {
  if (!cell.firstElementChild) cell.append(el('a', { title: 'Opens this request' }));
  const link = cell.firstElementChild;
  link.hidden = !row.context;
  setText(link, row.name || row.context || '');
  if (row.context) link.href = openLink(state.get('application'), row.context, moved(row.at, row.at, { from: row.at - 60_000, to: row.at + 60_000 }));
}

/** Says that a link moved the page's range to the time of a request, with the way back; hidden where it did not, or another range was chosen since. */
export function sayMoved(line) {
  const [from, was = ''] = (state.get('was') || '').split(' ');
  line.hidden = !was || from !== state.get('from');
  if (line.hidden) return;
  if (!line.firstElementChild) line.append('The range moved to the time of a request. ', el('a', {}));
  const times = was.includes('-') ? was.split('-') : null;
  setText(line.firstElementChild, times ? 'Back to the range before' : `Back to ${rangeInWords(was)}`);
  line.firstElementChild.href = state.linkHere({ was: null, ...(times ? { from: times[0], to: times[1] } : { from: null, to: null, last: was }) });
}
