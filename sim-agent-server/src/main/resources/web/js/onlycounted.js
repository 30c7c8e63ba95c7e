// Why a single call or request is not there, though it is counted: which rule keeps them one by one, since when, and what to set.

import { clock, count, duration } from './units.js';

const STORED = 'The server has them for --keep (7 days).';
const CALLS = `Kept one by one are calls of events.slow (100 ms) or more and those that failed, unless events said otherwise at the program's start; events=all keeps each. ${STORED}`;
const SLOW = 100_000_000; // events.slow, ns
const NONE_BEGAN = 'None of those that began in this range is kept';
const FAILURES = `Kept one by one are calls that failed, unless events=none was said at the program's start; events=errors keeps these alone. ${STORED}`;
const REQUESTS = `Past contexts.rate (${count(10_000)} a second) the slow, the slowest and the failed ones alone are kept one by one, and one trace in contexts.every (100), as was said at the program's start; contexts.every=1 keeps all. ${STORED}`;

const areCounted = (number, one, many, ...more) => {
  const said = more.filter(Boolean).join('; ');
  return `${number === 1 ? `The one ${one} is` : `All ${count(number)} ${many} are`} only counted${said ? ` (${said})` : ''}.`;
};
const howManyFailed = (failed) => failed > 0 && `${count(failed)} failed`;
const since = (mark) => (mark.since ? ` since ${clock(mark.since)}` : '');

/**
 * Why none of a method's calls is kept that began in the range. Those that are counted ended in it: one that was slow may have begun before.
 * @param points of it over time. @param row of it, if it is listed. @param isOfRange whether the points are of no wider range
 */
export function whyNoCallsOfMethod(points, row, isOfRange = true) {
  const sum = (name) => points.reduce((all, point) => all + point[name], 0);
  if (sum('count') === 0) return 'No call of it ended in this range.';
  if (!isOfRange) return `${NONE_BEGAN}. ${CALLS}`;
  const longest = Math.max(0, ...points.map((point) => point.max || 0));
  const { off, level } = row || {};
  const read = off ? `it is off${since(off)}` : level && level.is === 'sampled' && `one in ${count(level.oneIn)} is timed${since(level)}`;
  const said = [longest > 0 && `the longest took ${duration(longest)}`, howManyFailed(sum('errors')), read];
  return `${longest >= SLOW ? `${NONE_BEGAN} (${[`${count(sum('count'))} ended in it`, ...said].filter(Boolean).join('; ')}).` : areCounted(sum('count'), 'call of this range', 'calls of this range', ...said)} ${CALLS}`;
}

/** Why none of the calls inside a request is kept. */
export function whyNoCallsInside(number, failed) {
  if (number === 0) return 'No metered call was made in it.';
  return `${areCounted(number, 'call inside', 'calls inside', howManyFailed(failed))} ${CALLS} payload.events=true keeps statements and other payloads.`;
}

/** Why none of the requests of a range is kept, or of those that failed. */
export function whyNoRequests(number, haveFailed = false) {
  const failed = haveFailed ? 'failed ' : '';
  return `${areCounted(number, `${failed}request of this range`, `${failed}requests of this range`)} ${REQUESTS}`;
}

/** Why no failure of a row is kept. */
export const whyNoFailures = () => `None of these failures is kept one by one: they are only counted. ${FAILURES} One that ended no metered call is kept with its request.`;

/** Why no call is listed. */
export const whyNoCalls = () => `No call is kept one by one in this range; the figures of all are under Methods. ${CALLS}`;
