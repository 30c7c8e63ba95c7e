// The meters, by the labels of sim.model.snapshot.Meter, as the page calls and explains them. `read` is the group with which SIM reads a
// meter, its MeasureGroup: a row's `unread` says by group in how many calls it was not read, or, where it is
// `least`, in how many at least. MetersPageTest compares both.

import { duration } from './units.js';

export const METERS = [
  { label: 'wall', unit: 'ns', read: 'time', group: 'Wall clock', short: 'wall', title: 'Elapsed time between entry and exit' },
  { label: 'thread.cpu', unit: 'ns', read: 'cpu', group: 'CPU', short: 'cpu', title: 'CPU time of the thread, user and system together' },
  { label: 'thread.cpu.user', unit: 'ns', read: 'cpu', group: 'CPU', short: 'user', title: 'CPU time of the thread in user mode' },
  { label: 'thread.cpu.system', unit: 'ns', read: 'cpu', group: 'CPU', short: 'system', title: 'CPU time of the thread in the kernel' },
  { label: 'process.cpu', unit: 'ns', read: 'cpu', group: 'CPU', short: 'process', title: 'CPU time of the whole process while the calls ran, all threads' },
  { label: 'alloc.bytes', unit: 'bytes', read: 'time', group: 'Memory', short: 'allocated', title: 'Bytes the thread allocated' },
  { label: 'blocking.count', unit: 'count', read: 'contention', group: 'Blocked', short: 'times', title: 'How often the thread was blocked at a monitor' },
  { label: 'blocking.time', unit: 'ns', read: 'contention', group: 'Blocked', short: 'for', title: 'Time the thread was blocked at a monitor' },
  { label: 'waiting.count', unit: 'count', read: 'contention', group: 'Waiting', short: 'times', title: 'How often the thread waited, parked or slept' },
  { label: 'waiting.time', unit: 'ns', read: 'contention', group: 'Waiting', short: 'for', title: 'Time the thread waited, parked or slept' },
  { label: 'gc.count', unit: 'count', read: 'cpu', group: 'GC', short: 'times', title: 'Collections that ended in the process while the calls ran' },
  { label: 'gc.time', unit: 'ns', read: 'cpu', group: 'GC', short: 'for', title: 'Time the process spent in those collections' },
  { label: 'threads.started', unit: 'count', read: 'cpu', group: 'Threads', short: 'started', title: 'Threads the process started while the calls ran' },
];

/** The group of the meters an application's own extensions and counters add. */
export const OWN = 'Own';

/** The meters in these rows that are not among SIM's own. */
export function extraMeters(rows) {
  const labels = new Set(rows.flatMap((row) => Object.keys(row.meters || {})));
  for (const { label } of METERS) labels.delete(label);
  return [...labels].sort().map((label) => ({ label, unit: 'count', group: OWN, short: label, title: 'A meter or counter of the application' }));
}

/** The full name of a meter: the short one needs its group beside it. */
export function nameOf(meter) {
  if (meter.label === 'wall') return 'Wall clock';
  if (meter.group === OWN) return meter.label;
  if (meter.group === 'CPU') return { cpu: 'CPU', process: 'Process CPU' }[meter.short] || `CPU ${meter.short}`;
  if (meter.group === 'Memory') return 'Allocated';
  const what = { times: 'count', for: 'time' }[meter.short] || meter.short;
  return `${meter.group} ${what}`;
}

/** The sums of a row over its calls, by how the reader wants to see them; undefined when the meter was not read. */
export function reading(row, label, view) {
  const values = row.meters && row.meters[label];
  if (!values) return undefined;
  if (view === 'mean') return mean(row, label, values);
  return view === 'max' ? largest(row, label, values) : values[view];
}

/** What the mean of a column is, in words. */
export const MEAN = 'What a call used: of its own as the calls in which this was read, and what is inside by all calls. Time inside of recursive calls is counted once, at the outermost one';

/** What a call used, with what is inside it. Where not each call was read, or some have not ended, the server says it: Sums.mean. */
function mean(row, label, values) {
  if (!row.count || values.total === undefined || isLeast(row, label)) return undefined;
  if (label === 'wall' && row.wall && row.wall.mean !== undefined) return row.wall.mean; // the total lacks calls inside
  if (values.mean !== undefined) return values.mean;
  return (ownMean(row, label) || 0) + Math.max(0, values.total - values.self) / row.count;
}

/** What a call used itself; undefined where none was read. */
export function ownMean(row, label) {
  const values = row.meters && row.meters[label];
  const read = values ? row.count - unreadOf(row, label) : 0;
  return read > 0 && !isLeast(row, label) ? values.self / read : undefined;
}

/** The largest call is one of those that were read. If the mean is larger, so is the largest of all calls: then it is that at least. */
function largest(row, label, values) {
  if (unreadOf(row, label) === 0 || isLeast(row, label)) return values.max;
  if (row.count && unreadOf(row, label) >= row.count) return undefined;
  return Math.max(values.max, mean(row, label, values) || 0);
}

/** Whether a row's totals lack calls inside, because these are counted at another place. */
export const lacksCalls = (row) => Boolean(row.wall && row.wall.totalAtLeast);

/** The wall time of all calls, also of what is inside at another place; the total where nothing is. */
export const wholeTotal = (row) => (row.wall && row.wall.totalAtLeast) || reading(row, 'wall', 'total');

/** What a meter with a histogram says of how its values spread. */
export const QUANTILES = ['p50', 'p95', 'p99'];

export const NO_HISTOGRAM = 'No histogram: name the meter in sim.histograms to have its percentiles';

export const NOT_READ = 'Not read: this meter is switched off, or the JVM does not have it for this thread';

/** Why a row has no figure that needs its CPU time. */
export const noCpu = (row) => (row.meters && row.meters['thread.cpu']
  ? `CPU time was read in ${Math.max(0, row.count - unreadOf(row, 'thread.cpu'))} of ${row.count} calls only: what of the other calls\u2019 time was on a processor is not known`
  : NOT_READ);

const READ = new Map(METERS.map((meter) => [meter.label, meter.read]));

/** The group of measures with which SIM reads a meter; the application's own are read with wall time. */
const readWith = (label) => READ.get(label) || 'time';

/** In how many of a row's calls a meter was not read, because of the level of the name. */
export const unreadOf = (row, label) => (row.unread ? row.unread[readWith(label)] || 0 : 0);

/** Whether a meter was not read in some of a row's calls, and it is not known in how many. */
const isLeast = (row, label) => unreadOf(row, label) > 0 && Boolean(row.unread.least);

/** What a figure lacks, or has too much, in words; nothing for a figure of all calls. */
export function partial(row, label, view) {
  const notes = [];
  const whole = row.wall && row.wall.totalAtLeast;
  if (whole && (view === 'total' || view === 'mean')) {
    notes.push(`Its calls took some ${duration(whole)} in all: part of it is counted at another place, under [other] or at the outermost call of a circle`);
    if (label === 'wall') notes.push(view === 'mean' ? 'The mean is that, by all calls' : `At its own places ${duration(row.meters.wall.total)} are counted`);
  }
  if (view === 'mean' && row.open > 0 && row.count > 0) notes.push('It is of the calls that ended');
  if (!row.unread) return notes.join('\n');
  const missing = unreadOf(row, label);
  if (missing > 0) notes.push(`Not read in ${row.unread.least ? 'at least ' : ''}${missing} of ${row.count} calls: what these used themselves is in their callers\u2019 self value`);
  if (view === 'mean' && missing >= row.count) notes.push('It is what is inside these calls alone, so at least this much');
  if (view === 'max' && missing > 0 && !row.unread.least && row.meters[label] && reading(row, label, 'max') > row.meters[label].max) notes.push('It is the mean of all calls: none that was read used so much');
  if (view === 'self' && row.unread.mixed.includes(readWith(label))) notes.push('Self contains what inner calls used in which this was not read');
  return notes.join('\n');
}
