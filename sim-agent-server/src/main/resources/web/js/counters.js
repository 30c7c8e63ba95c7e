// What was lost or healed on the way here, in plain words. Silence means that nothing was.

import { el } from './dom.js';
import { count } from './units.js';

const WORDS = [
  [/^invocations\./, 'Calls that could not be kept one by one. The sums and percentiles still contain them.'],
  [/^nodes?\.|^tree\./, 'Places in the call tree beyond the limit: their calls are counted at the caller.'],
  [/^contexts?\.values?/, 'Values written while there was no context, or beyond its limit: they are not shown.'],
  [/^contexts?\./, 'Contexts that could not be kept: the list is missing some.'],
  [/^events\./, 'Events that could not be kept.'],
  [/^batch(es)?\.|^spool/, 'Batches given up while the server was away: figures of that time are too low.'],
  [/^platform\./, 'Platform records that could not be kept: charts have gaps.'],
  [/frames?\.|healed|probe/, 'Calls whose end was lost and that were closed later: their times may be too long.'],
  [/weav|class/, 'Classes that could not be woven and run as they were written: they are not metered.'],
  [/^sink|^exception|^failure/, 'Failures inside the metering itself. The application was not affected.'],
];

/** What a counter means for the reader of the figures. */
export function explain(kind) {
  const found = WORDS.find(([pattern]) => pattern.test(kind));
  return found ? found[1] : 'Counted by the application\'s collector since its start.';
}

/** The counters of some instances added up, zeros left out. */
export function lossesOf(applications) {
  const sums = new Map();
  for (const { counters } of applications) {
    for (const [kind, value] of Object.entries(counters || {})) if (value > 0) sums.set(kind, (sums.get(kind) || 0) + value);
  }
  return [...sums];
}

/** A button that says how much, and opens the explanation; null when there is nothing to say. */
export function lossNotice(losses) {
  if (losses.length === 0) return null;
  const all = losses.reduce((sum, [, value]) => sum + value, 0);
  return el('details', { class: 'losses' },
    el('summary', {}, `${count(all)} not kept`),
    el('div', { class: 'menu' }, el('p', {}, 'Since the application started:'), el('dl', {}, losses.map(([kind, value]) => [
      el('dt', {}, el('b', {}, count(value)), ` ${kind}`), el('dd', {}, explain(kind)),
    ]))));
}
