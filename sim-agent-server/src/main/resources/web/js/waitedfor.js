// Which locks a request waited for longest: as the flight recorder wrote it into the request's values (jfr.stream=true), else as its synchronized
// methods tell.

import { reading } from './meters.js';
import { fullName } from './name.js';
import { duration } from './units.js';

const WAITS = [['jfr.blocked', 'Blocked longest at a monitor of'], ['jfr.parked', 'Parked longest for'], ['jfr.waiting', 'Waited longest to be notified by']];
const SAID = 3; // methods that are named
const SMALL = 0.05; // of the time blocked: a part below it is not worth a word
const RECORDER = 'the flight recorder tells: with the option jfr.stream=true its class stands here.';
const MONITOR = 'A synchronized method enters the monitor of its object, or of its class if it is static; a lock that it takes inside counts there too.';

/**
 * One sentence for each sort of wait; how to have them where it was blocked, `nanos` in all, or parked and waiting, `waited` in all, and nothing is
 * told. `rows` are its methods.
 */
export function waitedFor(values, nanos, rows, waited = 0) {
  const told = WAITS.filter(([what]) => values && values[`${what}.on`])
    .map(([what, words]) => `${words} ${values[`${what}.on`]}: ${duration(values[`${what}.longest.ns`])} at once, ${duration(values[`${what}.ns`])} in all.`);
  if (told.length > 0) return told.join(' ');
  const blocked = (row) => reading(row, 'blocking.time', 'self') || 0;
  const synchronized = rows.filter((row) => row.synchronized && blocked(row) > nanos * SMALL).sort((one, other) => blocked(other) - blocked(one)).slice(0, SAID);
  const known = synchronized.map((row) => `Blocked at the monitor of ${row.class}: ${duration(blocked(row))} in ${fullName(row)}, which is synchronized.`);
  const rest = nanos - synchronized.reduce((sum, row) => sum + blocked(row), 0);
  if (known.length > 0) known.push(MONITOR);
  if (rest > nanos * SMALL) known.push(`${known.length > 0 ? `At which lock it was blocked for the other ${duration(rest)},` : 'Which lock it was blocked at,'} ${RECORDER}`);
  else if (waited > 0 && known.length === 0) known.push(`For which lock, queue or pool it and what it called waited ${duration(waited)} in all, ${RECORDER}`);
  return known.join(' ');
}
