// How a context, and what was written into it, is named on the page: as text and as the way to the work in it.

import * as state from './state.js';
import { el, setText } from './dom.js';

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

/** When a context was open, with a little around it: moments in ms. */
export const rangeOf = (context) => ({ from: Math.max(0, context.start - 1_000), to: (isOpen(context) ? Date.now() : context.end) + 60_000 });

/** Whether all that is inside a context has ended so long before a moment, ms, that it is stored: what is asked then stays as it is. */
export const isOver = (contexts, moment) => contexts.every((context) => !isOpen(context) && moment > rangeOf(context).to);

/** The link that opens a context, in its own time and as long as the server keeps it. */
export const openContext = (context) => `#/contexts?${new URLSearchParams({ application: context.application, ...rangeOf(context), chosen: context.id, wide: 'true' })}`;

/** A link to the page of the request that a row is of, which has its id as `context` and when it was as `at`; nothing without one. */
export function linkRequest(cell, row) {
  if (!cell.firstElementChild) cell.append(el('a', { title: 'Opens this request' }));
  const link = cell.firstElementChild;
  link.hidden = !row.context;
  setText(link, row.name || row.context || '');
  if (row.context) link.href = `#/contexts?${new URLSearchParams({ application: state.get('application'), from: row.at - 60_000, to: row.at + 60_000, chosen: row.context, wide: 'true' })}`;
}
