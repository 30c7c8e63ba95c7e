// What the page asks of one request beside its list: methods, call tree, and what was kept one by one, in every application that took part.

import * as api from './api.js';
import { rangeOf } from './contextname.js';
import { reading } from './meters.js';

const METHODS = 10_000;
const PLACES = 1_000;
const KEPT = 400;
const STACKS = 10;
/** The probe of requests that came in: what it keeps is the request itself, and no statement of it. */
const REQUEST = 'HTTP server';
/** What a statement of a kind is, in the column of all kinds and in the list of one: what this probe records. */
const STATEMENTS = 'sim.payload.library.jdbc.JdbcProbe';

/** @param applications that took part */
export async function workOf(context, applications, signal) {
  const range = { instance: null, context: context.id, ...rangeOf(context), last: null };
  const of = await Promise.all(applications.map(async (application) => {
    const [methods, calls, events, read] = await Promise.all([
      api.methods({ ...range, application, disabled: true, sort: 'wall.self', limit: METHODS }, signal),
      api.invocations({ ...range, application, limit: KEPT }, signal),
      payloads(range, application, signal),
      api.stacks({ ...range, application, limit: STACKS }, signal)]);
    return { stacks: read.stacks, rows: methods.methods.map((row) => ({ ...row, application })), calls: calls.invocations, events };
  }));
  const tree = await api.calltree({ ...range, application: context.application, disabled: true, limit: PLACES }, signal);
  return {
    id: context.id,
    rows: of.flatMap((one) => one.rows).sort((one, other) => (reading(other, 'wall', 'self') || 0) - (reading(one, 'wall', 'self') || 0)),
    stacks: of.flatMap((one) => one.stacks), calls: of.flatMap((one) => one.calls), events: of.flatMap((one) => one.events), tree: tree.nodes,
  };
}

/** Statements and other payloads that were recorded one by one: of those probes alone that kept some. */
async function payloads(range, application, signal) {
  const keeping = await keepingProbes({ application, instance: null, from: range.from, to: range.to, last: null }, signal);
  const answers = await Promise.all(keeping.map(async (probe) => (await api.payloads('events', { ...range, application, probe: probe.probe, limit: KEPT }, signal)).events
    .map((event) => ({ ...event, probe: probe.name }))));
  return answers.flat();
}

/** The payload probes that were recorded with events. */
async function keepingProbes(params, signal) {
  const { probes } = await api.payloads('probes', params, signal);
  return probes.filter((probe) => probe.recordings.some((recording) => recording.events));
}

/** What requests of a kind asked for, of what is kept one by one, the dearest first: {statements, others}; others are records, requests out, files. */
export async function payloadsOf(kind, limit, signal) {
  const probes = (await keepingProbes({}, signal)).filter((probe) => probe.name !== REQUEST);
  const answers = await Promise.all(probes.map(async (probe) => (await api.payloads('hotspots', { ...kind, probe: probe.probe, limit }, signal)).payloads
    .map((payload) => ({ probe: probe.name, isStatement: probe.probe === STATEMENTS, text: payload.text, count: payload.count, nanos: payload.total, max: payload.max, errors: payload.errors }))));
  const dearest = (rows) => rows.sort((one, other) => other.nanos - one.nanos).slice(0, limit);
  const all = answers.flat();
  return { statements: dearest(all.filter((row) => row.isStatement)), others: dearest(all.filter((row) => !row.isStatement)) };
}

/** Statements that were kept, the dearest first: [{text, count, nanos, max, errors}]. */
export function statements(events) {
  const byText = new Map();
  for (const event of events) {
    if (event.kind !== 'payload' || event.probe === REQUEST) continue;
    const known = byText.get(event.text) || { text: event.text, count: 0, nanos: 0, max: 0, errors: 0 };
    byText.set(event.text, { ...known, count: known.count + 1, nanos: known.nanos + event.durationNanos, max: Math.max(known.max, event.durationNanos), errors: known.errors + (event.error ? 1 : 0) });
  }
  return [...byText.values()].sort((one, other) => other.nanos - one.nanos);
}
