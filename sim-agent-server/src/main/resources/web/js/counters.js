// What was lost or healed on the way here, in plain words. Silence means that nothing was.

import { el } from './dom.js';
import { clock, count } from './units.js';

const WORDS = new Map([
  ['invocations.dropped', 'Calls that could not be kept one by one. The sums and percentiles still contain them.'],
  ['contexts.dropped', 'Contexts beyond contexts.max: the list is missing them. Their calls are metered all the same.'],
  ['context.values.dropped', 'Values beyond context.values of one context: they are not shown.'],
  ['context.missing', 'Values written where no context was open: they are not shown.'],
  ['context.places.dropped', 'Calls at places that explain least, beyond context.places of one context or half of contexts.memory: missing where the page is narrowed to it.'],
  ['scopes.dropped', 'Contexts for which numbers.memory had no room on their virtual thread: calls there are in no context.'],
  ['context.calls.lost', 'Calls counted only at their place, because the stack or numbers.memory was full: missing where the page is narrowed to a context.'],
  ['contexts.healed', 'Contexts that were still open when the one outside them ended: closed with it.'],
  ['contexts.unmatched', 'Ends of contexts that were not current on their thread: ignored.'],
  ['handovers.left.out', 'Tasks that had to stay as they were and could not be found again: they ran in no context.'],
  ['baggage.dropped', 'Values that could not travel: no key of HTTP\'s, or more than 180 of them or 8192 bytes.'],
  ['traceparent.refused', 'Callers\u2019 headers that are not valid: the requests ran without their context.'],
  ['mdc.failed', 'Times that the program\u2019s logging library failed when it was given the ids of a context.'],
  ['mdc.unused', 'Class loaders beyond 32 that have a logging library: their log lines get no ids of contexts.'],
  ['errors.places.folded', 'Exceptions counted by their type alone, or as [other]: there were more places, or types, than an application tells apart.'],
  ['errors.stacks.dropped', 'Stacks of exceptions that could not be read, or found no room: the exceptions are counted.'],
  ['events.dropped', 'Events that could not be kept until the next shipment.'],
  ['histograms.folded', 'Values counted in a neighbouring bucket, because numbers.memory was used up: percentiles are inexact there, everything else is exact.'],
  ['tree.folded', 'Callers and names beyond tree.nodes: counted under [other], until they turn out dear.'],
  ['tree.settled', 'Of the callers and names of tree.folded, how many turned out dear and got a place.'],
  ['tree.recursions', 'Callers and names that count at the place of their outermost call, or below that of a circle of names, because the tree came near tree.nodes.'],
  ['names.folded', 'Names beyond names.max: such methods are not metered, their time is that of their callers; probes by hand count as [other].'],
  ['probes.healed', 'Calls whose end was lost: given up when a call around them ended.'],
  ['probes.unmatched', 'Ends without a begin, as when metering is switched on in the middle of a call: ignored.'],
  ['calls.too.deep', 'Calls nested too deep to be metered: their time is in the calls around them.'],
  ['calls.untimed', 'Calls of virtual threads for which numbers.memory had no room: counted without their times.'],
  ['calls.switched', 'Calls whose name was switched on or off while they ran: left out. Some are normal where probes switch themselves off.'],
  ['probes.begun.twice', 'Probes begun again before their end: the second begin was ignored.'],
  ['probes.not.begun', 'Ends of probes that had not begun: ignored.'],
  ['probes.closed', 'Probes by hand still open when an outer one ended: ended with it.'],
  ['probes.crossed', 'Ends of probes that an outer one had ended already: ignored.'],
  ['probes.lost', 'Probes by hand that nobody can end any more, or that were open when their thread ended: given up, not counted.'],
  ['probes.foreign', 'Uses of a probe or a context on another thread than its own: applied to the calling thread, or ignored.'],
  ['probes.reports.held.back', 'Reports of probes.strict past the first 100: not written.'],
  ['extensions.failures', 'Failures of interceptors, strategies and measures: each was switched off at its first failure.'],
  ['verdicts.dropped', 'Verdicts of hotspot metering that could not be kept until the next shipment: the standings are right all the same.'],
  ['counters.folded', 'Counters of a thread beyond 10,000: counted in one.'],
  ['counters.kinds.folded', 'Kinds of counters of an instance past the bound: this server adds them up as other.'],
  ['payload.points.folded', 'Readings of lines past the bound of their payload probe: [other] in the sums of the application.'],
  ['sums.contexts.folded', 'Contexts of kinds past the bound of the application: [other] in its sums. Rows of single instances have them.'],
  ['sums.readings.folded', 'Readings of telemetries past the bound of the application: in no chart of all its instances. Those of single instances have them.'],
  ['jfr.stream.dropped', 'Samples, waits and allocations of jfr.stream that belong to no context, or waited too long for its end: values named jfr lack them, sums do not.'],
  ['recording.dropped', 'Calls that are missing in the recording: it could not be written fast enough, or is full.'],
  ['payload.probes.unmatched', 'What payload probes ask for and was not found so far: a method in no loaded class, an aspect of which no call has run.'],
  ['weaving.failed', 'Classes that could not be woven: they run as they were written and are not metered.'],
  ['collector.reconnects', 'Times the collector lost this server and found it again. Nothing is lost by that.'],
  ['collector.failures', 'Times the collector had an error, lost its connection or was refused. What waited was sent later.'],
  ['collector.waits', 'Attempts to reach this server while nobody listened there: it was not up yet, or started again. What waited was sent later.'],
  ['hooks.left.out', 'Calls by an aspect\u2019s hook that the aspect itself selects: the aspect left them alone.'],
  ['hooks.stuck', 'Hooks of aspects and handlers of payload probes that had not returned after 10 s: they hold up the program\u2019s threads. Standard error names the first.'],
  ['times.ahead', 'Times later than five minutes after they were received, as of a clock that jumped: stored as of then.'],
  ['times.early', 'Times before 1970 by the server\u2019s clock: stored as of 1970.'],
  ['spool.calls.dropped', 'Calls that are missing in the sums: the server could not store what they were in, it was larger than a frame, or the program had no memory to merge what waited.'],
  ['spool.payloads.dropped', 'Payloads that are missing in the sums, for the same reasons as calls (spool.calls.dropped).'],
  ['spool.payload.object.rows.dropped', 'Sums of payloads by control object that are missing. Payloads and their places are complete.'],
  ['spool.kinds.dropped', 'Sums of kinds of requests that are missing. Methods and Call tree are complete.'],
  ['spool.histograms.dropped', 'Distributions of measures at single places that are missing: their percentiles are inexact. Sums are complete.'],
  ['telemetries.failures', 'Readings of the platform, or of the program\u2019s own telemetries, that failed: those figures have gaps.'],
  ['metering.failures', 'Failures of aspects\' hooks, or inside the metering itself: standard error names them. They did not reach the application.'],
]);

// Kinds that other parts count, by what their names begin with.
const FAMILIES = [
  [/^spool\./, 'Dropped, the oldest first, while the server was away for a long time. Sums and percentiles are complete.'],
  [/^collector\.left\./, 'The program still had these to ship when its connection ended: they are missing. Raise exit.flush if the machine is busy when it ends.'],
  [/^server refused/, 'Connections or frames that this server refused: not a collector, too large, or a version it does not speak.'],
];

/** What a counter means for the reader of the figures. */
export function explain(kind) {
  const family = FAMILIES.find(([pattern]) => pattern.test(kind));
  return WORDS.get(kind) || (family && family[1]) || 'Counted by the application\'s collector since its start.';
}

/** What the agent counts of its work; nothing is missing by it, and the reasons of weaving.failed are in its sum. */
const WORK = /^weaving\.(?!failed$)|^calls\.shared$/;

/** What is missing is a detail: sums, counts and percentiles are complete. Of what a spool drops, these are the sums. */
const DETAILS = /^(invocations|contexts|context\.values|context\.places|events|verdicts|baggage|jfr\.stream)\.dropped$|^context\.missing$|^spool\.(?!(calls|payloads|payload\.object\.rows|kinds|histograms)\.)|^collector\.left\.(?!calls$|payloads$)/;
/** Calls or payloads are missing in the figures, or are not at their place. */
const FIGURES = /(dropped|lost|folded|discarded|too\.deep|left\.out)|^collector\.left\.(calls|payloads)$/;

/** What is no failure: it is told, because what waited came later than usual. */
const CALM = /^collector\.waits$/;

/** What was lost or healed in the range, without what is only work. */
export const lossesOf = (losses) => losses.filter(({ kind, count: times }) => times > 0 && !WORK.test(kind));

const LEFT = 'collector.left.';

/** What instances did not ship that said how much they still had, and are gone since a time in the range without having ended. */
export function leftOf(instances, { from, to }) {
  const sums = new Map();
  for (const one of instances.filter((each) => !each.connected && !each.complete && each.lastSeen >= from && each.lastSeen <= to)) {
    for (const [kind, value] of Object.entries(one.counters)) if (kind.startsWith(LEFT)) sums.set(kind, (sums.get(kind) || 0) + value);
  }
  return [...sums].map(([kind, value]) => ({ kind, count: value })).filter((left) => left.count > 0);
}

/** What the button says: how much, and what it means for the figures. */
function heading(losses) {
  const sum = (some) => some.reduce((all, { count: times }) => all + times, 0);
  const details = losses.filter(({ kind }) => DETAILS.test(kind));
  const figures = losses.filter(({ kind }) => !DETAILS.test(kind) && FIGURES.test(kind));
  if (figures.length > 0 && figures.every(({ kind }) => kind.startsWith('tree.'))) return [`${count(sum(figures))} counted at another place`, 'Some callers and names have no place of their own in the call tree, so their calls count at another'];
  if (figures.length > 0) return [`${count(sum(figures))} missing or at another place`, 'Some calls or payloads are missing in figures of this range, or stand at another place'];
  if (details.length > 0) return [`${count(sum(details))} details not kept`, 'Details only: sums, counts and percentiles of this range are exact'];
  const healed = losses.filter(({ kind }) => !CALM.test(kind));
  if (healed.length > 0) return [`${count(sum(healed))} irregular`, 'What was healed in this range: the figures are complete but for what the list says'];
  return [`server awaited ${sum(losses) === 1 ? 'once' : `${count(sum(losses))} times`}`, 'No failure, and nothing is missing'];
}

function when({ first, last }) {
  if (!first) return '';
  return first === last ? ` at ${clock(first)}` : ` between ${clock(first)} and ${clock(last)}`;
}

/** A button that says how much was lost in the range, and opens the explanation; null when there is nothing to say. */
export function lossNotice(losses) {
  if (losses.length === 0) return null;
  const [text, meaning] = heading(losses);
  return el('details', { class: losses.every(({ kind }) => CALM.test(kind)) ? 'losses calm-losses' : 'losses' },
    el('summary', { title: meaning }, text),
    el('div', { class: 'menu' }, el('p', {}, `In this range. ${meaning}:`), el('dl', {}, losses.map((loss) => [
      el('dt', {}, el('b', {}, count(loss.count)), ` ${loss.kind}${when(loss)}`), el('dd', {}, explain(loss.kind)),
    ]))));
}
