// One kind of requests: over time, its slowest and its failed ones, its dearest methods, and its call tree, of all its requests.

import * as age from './age.js';
import * as api from './api.js';
import * as state from './state.js';
import { linked } from './callnodes.js';
import { besideVersions, usedColumns } from './kindways.js';
import { isOpen, openContext, openWord, writeValues } from './contextname.js';
import { quiet } from './controls.js';
import { marksLegend } from './chartmarks.js';
import { el, keyed, setText } from './dom.js';
import { drawHeat, hasHeat } from './heatmap.js';
import { Icicle } from './icicle.js';
import { METERS, reading } from './meters.js';
import { writeName } from './name.js';
import { missing } from './narrowed.js';
import { whyNoRequests } from './onlycounted.js';
import { drawCard, plotCard } from './plotcard.js';
import { payloadsOf } from './requestwork.js';
import { payloadTable, statementTable } from './statementtable.js';
import { figure, Table } from './table.js';
import { clock, count, duration, moment, percent } from './units.js';

/** What has ended arrives within so many ms. */
const SHIPMENT = 5_000;
const LISTED = 20; // slowest and failed requests
const METHODS = 15;
const PLACES = 1_000;
const OPEN_NANOS = 15e9; // three shipments: an end that was not told by then has not come
/** What is drawn per request, beside its duration. */
const DRAWN = ['thread.cpu', 'blocking.time', 'waiting.time'];

export class KindView {
  constructor() {
    this.back = el('a', { class: 'back' }, '\u2190 all requests');
    this.tag = el('p', { class: 'package' });
    this.title = el('h2');
    this.tiles = el('dl', { class: 'tiles' });
    this.versions = el('a', { class: 'more', title: 'What each version does for one of these requests, side by side', hidden: true });
    this.asOf = el('p', { class: 'calm as-of', title: 'All figures of this page are of the same time, but for those that say another' });
    this.plots = el('div', { class: 'multiples' });
    this.note = el('p', { class: 'calm' });
    this.slowest = requestTable('Slowest requests');
    this.failed = requestTable('Failed requests');
    this.slowestCommon = el('div', { class: 'common' });
    this.failedCommon = el('div', { class: 'common' });
    this.slowestEmpty = quiet();
    this.failedEmpty = quiet();
    this.moreSlow = el('a', { class: 'more' }, 'All, the longest first');
    this.moreFailed = el('a', { class: 'more' }, 'All that failed');
    this.methods = new Table({ label: 'Dearest methods', keyOf: (row) => `${row.class}.${row.method}` });
    this.moreMethods = el('a', { class: 'more' }, 'All methods of these requests');
    this.statements = statementTable();
    this.statementsPart = el('section', { 'aria-label': 'Statements', hidden: true }, el('h3', {}, 'Dearest statements'), this.statements.node, this.statementsNote = el('p', { class: 'calm' }));
    this.payloads = payloadTable();
    this.payloadsPart = el('section', { 'aria-label': 'Payloads', hidden: true }, el('h3', {}, 'Dearest of other payloads'), this.payloads.node, this.payloadsNote = el('p', { class: 'calm' }));
    this.icicle = new Icicle();
    this.tree = el('div', { class: 'icicle-holder' }, this.icicle.node);
    this.moreTree = el('a', { class: 'more' }, 'The call tree of all these requests');
    this.node = el('div', { class: 'kind-view' },
      el('header', {}, this.back, el('div', {}, this.tag, this.title), this.tiles, this.asOf, this.versions),
      this.marks = marksLegend(), this.plots, this.note,
      this.halves = el('div', { class: 'halves' },
        el('section', { 'aria-label': 'Slowest' }, el('h3', {}, 'Slowest'), this.slowestCommon, this.slowest.node, this.slowestEmpty, this.moreSlow),
        el('section', { 'aria-label': 'Failed' }, el('h3', {}, 'Failed'), this.failedCommon, this.failed.node, this.failedEmpty, this.moreFailed)),
      this.treePart = el('section', { 'aria-label': 'Call tree' }, el('h3', {}, 'Where its time goes'), this.tree, this.moreTree),
      this.methodsPart = el('section', { 'aria-label': 'Methods' }, el('h3', {}, 'Dearest methods'), this.methods.node, this.moreMethods), this.statementsPart, this.payloadsPart);
    this.parts = [this.tiles, this.asOf, this.versions, this.plots, this.note, this.halves, this.treePart, this.methodsPart, this.statementsPart, this.payloadsPart];
    window.simTheme.onChange(() => this.node.isConnected && this.#plot());
  }

  /** The kind that the link names, or null. */
  static wanted() {
    return state.get('name') ? { name: state.get('name'), tag: state.get('tag') } : null;
  }

  /** What figures are of, as the link says it: the kind of which application, and of which range. */
  static #asked() {
    const said = (names) => JSON.stringify(names.map((name) => state.get(name)));
    return { kind: said(['name', 'tag', 'application', 'instance']), range: said(['last', 'from', 'to']) };
  }

  async refresh(signal) {
    const kind = KindView.wanted();
    const of = { name: kind.name, tag: kind.tag };
    const asked = KindView.#asked();
    const question = age.question();
    let series = await api.kindSeries({ ...of, buckets: true }, signal);
    if (!this.answer || this.answer.kind !== asked.kind || this.answer.range !== asked.range) { // rate and durations at once: the rest takes longer
      this.answer = { ...asked, series };
      this.render();
      age.answered(question);
    }
    // All of the same time, so that a figure per request is divided by the requests that it is of. One after the other would take as long as all of
    // them; two are answered at a time, what is seen first before the rest.
    const all = { ...of, context: null, from: series.from, to: series.to, last: null };
    let parts = await this.#parts(all, signal);
    const after = await api.kindSeries({ ...all, buckets: true }, signal);
    if (JSON.stringify(after.points) !== JSON.stringify(series.points)) { // what arrived meanwhile is of the same time, and in some of these figures alone
      series = after;
      parts = await this.#parts(all, signal);
    }
    const [instances, slow, failed, tree, methods, payloads] = parts;
    if (!payloads.busy) payloads.to = series.to;
    this.answer = { ...asked, instances, series, slow: slow.contexts.filter(hasLasted), failed: failed.contexts, methods, tree, payloads };
    this.render();
    if (payloads.busy) throw Object.assign(payloads.busy, { isBeside: true });
  }

  /** What stands below the figures over time, of the same range. */
  #parts(all, signal) {
    return Promise.all([
      api.applications(signal),
      api.contexts({ ...all, sort: 'duration', limit: LISTED }, signal),
      api.contexts({ ...all, failed: true, limit: LISTED }, signal),
      api.calltree({ ...all, disabled: true, limit: PLACES }, signal),
      api.methods({ ...all, sort: 'work.self', disabled: true, limit: METHODS }, signal),
      payloadsOf(all, METHODS, signal).catch((failure) => { // beside the figures, never instead of them
        if (signal && signal.aborted) throw failure;
        const isBusy = failure instanceof api.Busy; // the last ones stay beside the figures that came
        return { ...(isBusy && this.answer.payloads || { statements: [], others: [], further: {} }), busy: isBusy ? failure : null };
      })]);
  }

  render() {
    const kind = KindView.wanted();
    if (!kind) return;
    const { name, tag } = kind;
    this.back.href = state.linkTo('requests', {});
    setText(this.tag, tag || '');
    setText(this.title, name);
    const own = { context: null, name, ...(tag === null ? {} : { tag }) };
    this.moreSlow.href = state.linkTo('contexts', { ...own, sort: 'duration' });
    this.moreFailed.href = state.linkTo('contexts', { ...own, failed: 'true' });
    this.moreMethods.href = state.linkTo('methods', own);
    this.moreTree.href = state.linkTo('calltree', own);
    const { answer } = this;
    if (!answer || answer.kind !== KindView.#asked().kind) { // the figures of another kind
      for (const part of this.parts) part.hidden = true;
      return;
    }
    for (const part of this.parts) part.hidden = false; // some hide themselves below
    this.#tiles(answer.series.points);
    setText(this.asOf, `Until ${clock(answer.series.to)}`);
    this.#plot();
    const versions = answer.instances && besideVersions(answer.instances, kind); // with the range as it is now
    this.versions.hidden = !versions;
    if (versions) [this.versions.href, this.versions.textContent] = versions;
    if (!answer.slow) { // what is inside has not been read yet
      for (const part of [this.halves, this.treePart, this.methodsPart, this.statementsPart, this.payloadsPart]) part.hidden = true;
      return;
    }
    this.halves.classList.toggle('alone', answer.failed.length === 0);
    this.#sayWhyNone(answer.series.points);
    show(this.slowest, this.slowestCommon, this.slowestEmpty, answer.slow);
    this.moreSlow.hidden = answer.slow.length === 0;
    show(this.failed, this.failedCommon, this.failedEmpty, answer.failed);
    this.moreFailed.hidden = answer.failed.length === 0;
    this.#methods(answer.methods, answer.series.points);
    const { statements, others, further } = answer.payloads;
    const before = answer.payloads.to === answer.series.to || !answer.payloads.to ? '' : `Until ${clock(answer.payloads.to)} alone, because the server is busy. `; // the figures above are newer
    this.statements.update(statements);
    setText(this.statementsNote, `${before}${more(further.statements)}Of the statements that a recording with events kept one by one.`);
    this.statementsPart.hidden = statements.length === 0;
    this.payloads.update(others);
    setText(this.payloadsNote, `${before}${more(further.others)}Requests out, records, files and whatever else a recording with events kept one by one.`);
    this.payloadsPart.hidden = others.length === 0;
    const roots = rootsOf(answer.tree.nodes);
    this.treePart.hidden = roots.length === 0;
    if (roots.length > 0) this.icicle.draw(roots, METERS[0]);
  }

  /** Requests of which none is kept are there all the same. */
  #sayWhyNone(points) {
    const sum = (name) => points.reduce((all, point) => all + point[name], 0);
    setText(this.slowestEmpty, sum('contexts') > 0 ? whyNoRequests(sum('contexts')) : 'No request of this kind in this range.');
    setText(this.failedEmpty, sum('failed') > 0 ? whyNoRequests(sum('failed'), true) : 'No failed request in this range.');
  }

  #tiles(points) {
    const sum = (of) => points.reduce((all, point) => all + of(point), 0);
    const requests = sum((point) => point.contexts);
    const failed = sum((point) => point.failed);
    const { series } = this.answer;
    const largest = Math.max(0, ...points.map((point) => (point.duration ? point.duration.max : 0)));
    const tiles = [['requests', count(requests)], ['per second', count(requests / Math.max(1, (series.to - series.from) / 1000))],
      ['mean', duration(requests > 0 ? sum((point) => point.durationNanos) / requests : undefined)], ['longest', largest > 0 ? duration(largest) : '\u2013'],
      ['failed', failed > 0 ? `${count(failed)} (${percent(Math.min(1, failed / Math.max(1, requests)))})` : '0']];
    this.tiles.replaceChildren(...tiles.map(([what, value]) => el('div', { class: what === 'failed' && failed > 0 ? 'bad' : '' }, el('dt', {}, what), el('dd', {}, value))));
    const of = sum((point) => (point.duration ? point.duration.of : 0));
    setText(this.note, `Percentiles are of ${count(of)} of these requests: agents of earlier releases tell no durations.`);
    this.note.hidden = of >= requests;
  }

  /** Rate, how long they took, failures, and what they used. */
  #plot() {
    const { series } = this.answer || {};
    if (!series || !this.node.isConnected) return;
    const { points, from, to, stepNanos } = series;
    const line = (label, of) => ({ label, points: points.map((point) => [point.time, of(point)]).filter(([, value]) => value !== undefined) });
    const step = stepNanos / 1e6;
    const seconds = (point) => Math.max(1, (point.time - Math.max(from, Math.ceil(point.time / step) * step - step)) / 1000); // a part of a step at the ends
    // Requests arrive by shipments. A part of a step has some that began before it, or lacks the last ones; so does a step that has just ended.
    const isWhole = (point) => point.time % step === 0 && point.time - step >= from && (point.time <= to - SHIPMENT || to < Date.now() - 2 * SHIPMENT);
    const hasWhole = points.some(isWhole);
    const rate = (point) => (hasWhole && !isWhole(point) ? undefined : point.contexts / seconds(point));
    const charts = [
      { title: 'Requests per second', unit: 'rate', lines: [line('requests', rate)] },
      { title: 'Duration', unit: 'ns', log: true, lines: [
        ...['p50', 'p95', 'p99', 'max'].map((which) => line(which, (point) => (point.duration ? point.duration[which] : undefined))),
        line('mean', (point) => (point.contexts > 0 ? point.durationNanos / point.contexts : undefined))] },
      { title: `Failed each ${duration(stepNanos)}`, unit: 'count', bars: true, lines: [line('failed', (point) => point.failed)] },
      { title: 'Per request', unit: 'ns', lines: DRAWN.map((label) => line(METERS.find((meter) => meter.label === label).group.toLowerCase(), (point) => (point.contexts > 0 && point.meters[label] ? point.meters[label].total / point.contexts : undefined))) },
      { title: 'Allocated per request', unit: 'bytes', lines: [line('allocated', (point) => (point.contexts > 0 && point.meters['alloc.bytes'] ? point.meters['alloc.bytes'].total / point.contexts : undefined))] },
    ];
    const drawn = charts.map((chart) => ({ ...chart, lines: chart.lines.filter((one) => one.points.length > 0) })).filter((chart) => chart.lines.length > 0);
    if (hasHeat(points)) drawn.splice(2, 0, { title: 'How many took how long', heat: true, points, step });
    keyed(this.plots, drawn, (chart) => chart.title.split(' ')[0], plotCard, (card, chart) => (chart.heat ? drawHeat : drawCard)(card, chart, from, to));
  }

  #methods(answer, points) {
    const requests = Math.max(1, points.reduce((sum, point) => sum + point.contexts, 0));
    const whole = points.reduce((sum, point) => sum + point.durationNanos, 0);
    this.methods.setColumns([
      { id: 'name', label: 'Method', render: (cell, row) => { if (!cell.firstElementChild) cell.append(el('a', { class: 'kind' })); cell.firstElementChild.href = state.linkTo('methods', { class: row.class, method: row.method }); writeName(cell.firstElementChild, row); } },
      { id: 'share', label: 'self, of their duration', numeric: true, render: (cell, row) => setText(cell, percent(whole > 0 ? (reading(row, 'wall', 'self') || 0) / this.whole : 0)) },
      { id: 'self', label: 'self per request', numeric: true, render: (cell, row) => figure(cell, reading(row, 'wall', 'self') / requests, 'ns') },
      { id: 'calls', label: 'calls per request', numeric: true, render: (cell, row) => figure(cell, row.count / requests, 'count') },
      { id: 'max', label: 'longest call', unit: 'ns', value: (row) => reading(row, 'wall', 'max') },
      ...usedColumns('of each request, the method itself', (value) => value / requests),
      { id: 'errors', label: 'errors', unit: 'count', class: 'errors', value: (row) => row.errors },
    ]);
    this.whole = whole;
    this.methods.update(answer.methods);
    this.methodsPart.hidden = answer.methods.length === 0;
    this.moreMethods.title = missing(answer.narrowed);
  }
}

/** The end of one that seems open may only not have been told yet: how long it took is known then, and less. Nobody tells it once its process is gone. */
const hasLasted = (context) => !isOpen(context) || context.processGone || context.durationNanos > OPEN_NANOS;

const more = (texts) => (texts > 0 ? `${count(texts)} more took less. ` : '');

/** Nodes with what is inside, the largest first. */
function rootsOf(nodes) {
  const all = linked(nodes);
  for (const node of all) node.inside = [];
  const roots = [];
  for (const node of all) (node.above ? node.above.inside : roots).push(node);
  return roots;
}

/** Values that all rows have, if they are several, and of each row the others. */
function shared(contexts) {
  const [first, ...others] = contexts.map((context) => Object.entries(context.values || {}));
  const common = others.length > 0 ? first.filter(([key, value]) => contexts.every((context) => (context.values || {})[key] === value)) : [];
  const isCommon = new Set(common.map(([key]) => key));
  return [Object.fromEntries(common), contexts.map((context) => ({ ...context, own: Object.fromEntries(Object.entries(context.values || {}).filter(([key]) => !isCommon.has(key))) }))];
}

/** What all have in common stands above the table, once. */
function show(table, said, empty, contexts) {
  const [common, rows] = shared(contexts);
  said.hidden = Object.keys(common).length === 0;
  if (!said.firstElementChild) said.append(el('span', { class: 'calm' }, 'All of these'), el('div', { class: 'values' }));
  writeValues(said.lastElementChild, common, false);
  table.update(rows);
  table.node.hidden = contexts.length === 0;
  empty.hidden = contexts.length > 0;
}

/** Requests that open their own page. */
function requestTable(label) {
  const meter = (id, name) => ({ id, label: name, unit: 'ns', value: (context) => (context.meters[id] || {}).total });
  const table = new Table({ label, keyOf: (context) => context.id });
  table.setColumns([
    { id: 'start', label: 'Began', render: (cell, context) => { if (!cell.firstElementChild) cell.append(el('a')); setText(cell.firstElementChild, clock(context.start, true)); cell.firstElementChild.href = openContext(context); cell.title = moment(context.start); } },
    { id: 'duration', label: 'duration', unit: 'ns', value: (context) => context.durationNanos },
    { id: 'outcome', label: 'Outcome', render: (cell, context) => { setText(cell, context.error || (isOpen(context) ? openWord(context) : context.failed ? 'failed inside' : 'ended')); cell.classList.toggle('error', context.failed); cell.title = context.error || (context.failed ? 'A call in it failed, and the request ended without an exception' : ''); } },
    { id: 'values', label: 'Values', render: (cell, context) => { if (!cell.firstElementChild) cell.append(el('div', { class: 'values' })); writeValues(cell.firstElementChild, context.own, false); } },
    meter('thread.cpu', 'cpu'), meter('blocking.time', 'blocked'), meter('waiting.time', 'waited'),
    { id: 'thread', label: 'Thread', render: (cell, context) => setText(cell, context.thread) },
  ]);
  return table;
}
