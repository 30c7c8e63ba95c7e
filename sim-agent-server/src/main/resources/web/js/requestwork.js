// What the page asks of one request beside its list: methods, call tree, and what was kept one by one, in every application that took part.

import * as api from './api.js';
import { rangeOf } from './contextname.js';
import { reading } from './meters.js';

const METHODS = 10_000;
const PLACES = 1_000;
const KEPT = 400; // of the longest calls and of the longest payloads of a probe
const TEXTS = 400;
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
      api.invocations({ ...range, application, sort: 'duration', limit: KEPT }, signal),
      payloads(range, application, signal),
      api.stacks({ ...range, application, limit: STACKS }, signal)]);
    return { stacks: read.stacks, rows: methods.methods.map((row) => ({ ...row, application })), calls: calls.invocations, keptCalls: calls.kept, narrowed: methods.narrowed, payloads: events };
  }));
  const tree = await api.calltree({ ...range, application: context.application, disabled: true, limit: PLACES }, signal);
  return {
    id: context.id,
    rows: of.flatMap((one) => one.rows).sort((one, other) => (reading(other, 'wall', 'self') || 0) - (reading(one, 'wall', 'self') || 0)),
    stacks: of.flatMap((one) => one.stacks), calls: of.flatMap((one) => one.calls), tree: tree.nodes,
    events: of.flatMap((one) => one.payloads.flatMap((each) => each.events)),
    statements: byText(of.flatMap((one) => one.payloads.flatMap((each) => each.statements))),
    kept: {
      calls: total(of, (one) => one.keptCalls), payloads: total(of.flatMap((one) => one.payloads), (each) => each.count),
      texts: total(of.flatMap((one) => one.payloads), (each) => each.texts),
    },
    narrowed: added(of.map((one) => one.narrowed)),
  };
}

const total = (list, valueOf) => list.reduce((sum, each) => sum + valueOf(each), 0);

/** What the figures of all applications lack together. */
function added(all) {
  const sum = (name) => total(all, (one) => one[name]);
  return {
    callsElsewhere: sum('callsElsewhere'), errorsElsewhere: sum('errorsElsewhere'), selfNanosElsewhere: sum('selfNanosElsewhere'),
    placesElsewhere: sum('placesElsewhere'), contextsLeftOut: sum('contextsLeftOut'), whole: all.every((one) => one.whole),
  };
}

/** Statements and other payloads that were recorded, of those probes alone that kept some one by one: the longest, and the sums of all by their text. */
async function payloads(range, application, signal) {
  const keeping = await keepingProbes({ application, instance: null, from: range.from, to: range.to, last: null }, signal);
  return Promise.all(keeping.map(async (probe) => {
    const [single, sums] = await Promise.all([
      api.payloads('events', { ...range, application, probe: probe.probe, sort: 'duration', limit: KEPT }, signal),
      api.payloads('hotspots', { ...range, application, probe: probe.probe, limit: TEXTS }, signal)]);
    const isRequest = probe.name === REQUEST;
    return {
      events: single.events.map((event) => ({ ...event, probe: probe.name })), count: sums.sums.count,
      statements: isRequest ? [] : sums.payloads.map(told), texts: isRequest ? 0 : sums.texts,
    };
  }));
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
    .map((payload) => ({ ...told(payload), probe: probe.name, isStatement: probe.probe === STATEMENTS }))));
  const dearest = (rows) => rows.sort((one, other) => other.nanos - one.nanos).slice(0, limit);
  const all = answers.flat();
  return { statements: dearest(all.filter((row) => row.isStatement)), others: dearest(all.filter((row) => !row.isStatement)) };
}

/** A row of sums as the tables here have it. */
const told = (payload) => ({ text: payload.text, count: payload.count, nanos: payload.total, max: payload.max, errors: payload.errors });

/** The same text may be of several applications and probes. */
function byText(rows) {
  const texts = new Map();
  for (const row of rows) {
    const known = texts.get(row.text);
    texts.set(row.text, known ? { text: row.text, count: known.count + row.count, nanos: known.nanos + row.nanos, max: Math.max(known.max, row.max), errors: known.errors + row.errors } : row);
  }
  return [...texts.values()].sort((one, other) => other.nanos - one.nanos);
}

/** Statements of a request, the dearest first: [{text, count, nanos, max, errors}]. A file of an earlier server has the single ones alone. */
export function statements(work) {
  return work.statements || byText(work.events.filter((event) => event.kind === 'payload' && event.probe !== REQUEST)
    .map((event) => ({ text: event.text, count: 1, nanos: event.durationNanos, max: event.durationNanos, errors: event.error ? 1 : 0 })));
}
