// Which locks a request waited for longest, as the flight recorder wrote it into the request's values (jfr.stream=true).

import { duration } from './units.js';

const WAITS = [['jfr.blocked', 'Blocked longest at a monitor of'], ['jfr.parked', 'Parked longest for'], ['jfr.waiting', 'Waited longest to be notified by']];
const UNTOLD = 'Which lock it was blocked at, the flight recorder tells: with the option jfr.stream=true its class stands here.';

/** One sentence for each sort of wait; how to have them where it was blocked, `nanos` in all, and nothing is told. */
export function waitedFor(values, nanos) {
  const told = WAITS.filter(([what]) => values && values[`${what}.on`])
    .map(([what, words]) => `${words} ${values[`${what}.on`]}: ${duration(values[`${what}.longest.ns`])} at once, ${duration(values[`${what}.ns`])} in all.`);
  return told.length > 0 ? told.join(' ') : nanos > 0 ? UNTOLD : '';
}
