// What the page asks of one request beside its list: methods, call tree, and what was kept one by one, in every application that took part.

import * as api from './api.js';
import { reading } from './meters.js';

const METHODS = 10_000;
const PLACES = 1_000;
const KEPT = 400; // of the longest calls and of the longest payloads of a probe
const TEXTS = 400;
const STACKS = 10;
/** The probe of requests that came in, by its name: what it keeps is the request itself. */
const REQUESTS = 'HTTP server';
/** The probe of statements, as the server counts them for the column of all kinds; and its name, which is all that an old file says. */
const JDBC = ['sim.payload.library.jdbc.JdbcProbe', 'JDBC'];

/** @param stored when all of it is stored: {from, to}. @param applications that took part */
export async function workOf(context, stored, applications, signal) {
  const range = { instance: null, context: context.id, ...stored, last: null };
  const of = await Promise.all(applications.map(async (application) => {
    const [methods, calls, events, read] = await Promise.all([
      api.methods({ ...range, application, disabled: true, sort: 'wall.self', limit: METHODS }, signal),
      api.invocations({ ...range, application, sort: 'duration', limit: KEPT }, signal),
      payloads(range, application, signal),
      api.stacks({ ...range, application, limit: STACKS }, signal)]);
    return { stacks: read.stacks, rows: methods.methods.map((row) => ({ ...row, application })), calls: calls.invocations, keptCalls: calls.kept, narrowed: methods.narrowed, payloads: events.all, lacksEvents: events.lacksEvents };
  }));
  const tree = await api.calltree({ ...range, application: context.application, beside: false, disabled: true, limit: PLACES }, signal);
  return {
    id: context.id,
    rows: of.flatMap((one) => one.rows).sort((one, other) => (reading(other, 'wall', 'self') || 0) - (reading(one, 'wall', 'self') || 0)),
    stacks: of.flatMap((one) => one.stacks), calls: of.flatMap((one) => one.calls), tree: tree.nodes,
    treeRest: { selfNanosElsewhere: tree.narrowed.selfNanosElsewhere, beside: tree.narrowed.beside },
    events: of.flatMap((one) => one.payloads.flatMap((each) => each.events)),
    ...lists(of.flatMap((one) => one.payloads)),
    kept: { calls: total(of, (one) => one.keptCalls), payloads: total(of.flatMap((one) => one.payloads), (each) => each.count) },
    narrowed: added(of.map((one) => one.narrowed)), lacksEvents: of.some((one) => one.lacksEvents),
  };
}

const total = (list, valueOf) => list.reduce((sum, each) => sum + valueOf(each), 0);

/** What the figures of all applications lack together. */
function added(all) {
  const sum = (name) => total(all, (one) => one[name]);
  return {
    callsElsewhere: sum('callsElsewhere'), errorsElsewhere: sum('errorsElsewhere'), selfNanosElsewhere: sum('selfNanosElsewhere'),
    placesElsewhere: sum('placesElsewhere'), contextsLeftOut: sum('contextsLeftOut'), whole: all.every((one) => one.whole),
    totals: Object.fromEntries([...new Set(all.flatMap((one) => Object.keys(one.totals)))].map((label) => [label, total(all, (one) => one.totals[label] || 0)])),
  };
}

/** What was recorded, of those probes alone that kept some one by one: the longest, and the sums of all. */
async function payloads(range, application, signal) {
  const { recorded, keeping } = await recordedProbes({ application, instance: null, from: range.from, to: range.to, last: null }, signal);
  const all = await Promise.all(keeping.map(async (probe) => {
    const [single, sums] = await Promise.all([
      api.payloads('events', { ...range, application, probe: probe.probe, sort: 'duration', limit: KEPT }, signal),
      sumsOf(probe, { ...range, application, limit: TEXTS }, signal)]);
    return { ...sums, events: single.events.map((event) => ({ ...event, probe: probe.name })) };
  }));
  return { all, lacksEvents: recorded.length > 0 && keeping.length === 0 };
}

/** The payload probes that were recorded, and those of them that kept single events. */
async function recordedProbes(params, signal) {
  const { probes } = await api.payloads('probes', params, signal);
  const recorded = probes.filter((probe) => probe.recordings.length > 0);
  return { recorded, keeping: recorded.filter((probe) => probe.recordings.some((recording) => recording.events)) };
}

/** What requests of a kind asked for, of what is kept one by one: as the lists of one request. */
export async function payloadsOf(kind, limit, signal) {
  const probes = (await recordedProbes({}, signal)).keeping.filter((probe) => probe.name !== REQUESTS);
  return lists(await Promise.all(probes.map((probe) => sumsOf(probe, { ...kind, limit }, signal))), limit);
}

/** The sums of what a probe kept one by one, by their text. */
async function sumsOf(probe, params, signal) {
  const { payloads: rows, sums, texts } = await api.payloads('hotspots', { ...params, probe: probe.probe }, signal);
  return {
    sort: sortOf(probe.probe, probe.name), count: sums.count, texts,
    rows: rows.map((row) => ({ text: row.text, probe: probe.name, count: row.count, nanos: row.total, max: row.max, errors: row.errors })),
  };
}

/** In which list a probe's payloads stand: a statement is what JDBC ran, and the request itself is in none. */
function sortOf(probe, name) {
  return name === REQUESTS ? 'requests' : probe === JDBC[0] ? 'statements' : 'others';
}

/** The two lists of payloads, the dearest first, and how many more texts there are: {statements, others, further: {statements, others}}. */
function lists(sums, limit = TEXTS) {
  const of = (sort) => {
    const own = sums.filter((each) => each.sort === sort);
    const all = byText(own.flatMap((each) => each.rows));
    const unread = total(own, (each) => each.texts - each.rows.length);
    return [all.slice(0, limit), unread + Math.max(0, all.length - limit)];
  };
  const [[statements, moreStatements], [others, moreOthers]] = [of('statements'), of('others')];
  return { statements, others, further: { statements: moreStatements, others: moreOthers } };
}

/** The same text may be of several applications. */
function byText(rows) {
  const texts = new Map();
  for (const row of rows) {
    const key = JSON.stringify([row.probe, row.text]);
    const known = texts.get(key);
    texts.set(key, known ? { ...row, count: known.count + row.count, nanos: known.nanos + row.nanos, max: Math.max(known.max, row.max), errors: known.errors + row.errors } : row);
  }
  return [...texts.values()].sort((one, other) => other.nanos - one.nanos);
}

/**
 * The lists of a request: [{text, probe, count, nanos, max, errors}]. A file of an earlier server has the single payloads alone, or the sums of all texts in
 * one list: there the single ones tell which are no statements.
 */
export function listsOf(work) {
  if (work.others) return work;
  const single = work.events.filter((event) => event.kind === 'payload');
  if (work.statements) return divided(work.statements, single, work.kept && work.kept.texts || 0);
  return lists(single.map((event) => ({
    sort: sortOf(event.probe === JDBC[1] ? JDBC[0] : '', event.probe), texts: 1,
    rows: [{ text: event.text, probe: event.probe, count: 1, nanos: event.durationNanos, max: event.durationNanos, errors: event.error ? 1 : 0 }],
  })), Infinity);
}

/** One list of sums as two. A text stays a statement where its longest payloads are not kept, as it was on the page that saved it. */
function divided(sums, single, texts) {
  const probes = new Map(single.map((event) => [event.text, event.probe]));
  const rows = sums.map((row) => ({ ...row, probe: row.probe || probes.get(row.text) || JDBC[1] }));
  const isStatement = (row) => row.probe === JDBC[1];
  return { statements: rows.filter(isStatement), others: rows.filter((row) => !isStatement(row)), further: { statements: Math.max(0, texts - rows.length), others: 0 } };
}
