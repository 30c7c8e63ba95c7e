// One context in full, beside the others: its values, how long it took, and what the work inside came to, in all threads,
// processes and applications.

import { serverNow } from './api.js';
import * as state from './state.js';
import { linked } from './callnodes.js';
import { usedColumns } from './kindways.js';
import { isOpen, permanentLink, permanentLinkHere, rangeOfAll, rangeToSee, restsUntil, writeValues } from './contextname.js';
import { el, setAttribute, setText } from './dom.js';
import { Icicle } from './icicle.js';
import { extent, family } from './lanes.js';
import { METERS, nameOf, reading } from './meters.js';
import { writeName } from './name.js';
import { missing } from './narrowed.js';
import { whyNoCallsInside } from './onlycounted.js';
import { MOST_BYTES, MOST_ROWS, textOf } from './requestfile.js';
import { listsOf, workOf } from './requestwork.js';
import { Stacks } from './stacks.js';
import { payloadTable, statementTable } from './statementtable.js';
import { figure, Table } from './table.js';
import { clock, count, duration, format, moment, percent } from './units.js';
import { waitedFor } from './waitedfor.js';
import { Waterfall } from './waterfall.js';

const SHOWN = 12;
const LITTLE = 0.05; // of a request's duration: a wait below it is not worth a word
const NO_EVENTS = 'Which statements it ran, and how long each took, is not kept: the option payload.events=true keeps it, or a recording with events on the tab Probes.';
const UNKNOWN = '\u2013'; // it is still asked for
const METERING = 'What SIM itself took in these calls. It is in their totals, and in no self time';
const NO_METERING = 'What SIM itself takes is told of time alone';
const TIMES = ['wall', 'thread.cpu', 'thread.cpu.user', 'thread.cpu.system'];
const REST = 'More than this: it is not known of the calls at places that are not kept';
const ALSO_REST = 'With what the calls at places that are not kept took: of this measure it is not told apart';

export class ContextPanel {
  /** @param isFile whether it shows what a file says: nothing is asked, and there is no way from it to other views */
  constructor({ onZoom, isFile = false }) {
    this.isFile = isFile;
    this.node = el('section', { class: 'panel', 'aria-label': 'Context', hidden: true, on: { keydown: (event) => event.key === 'Escape' && this.#close() } });
    this.tag = el('p', { class: 'package' });
    this.title = el('h2');
    this.error = el('p', { class: 'error' });
    this.tiles = el('dl', { class: 'tiles' });
    this.values = el('div', { class: 'values' });
    this.links = ['Methods', 'Call tree', 'Invocations', 'Contexts'].map((name) => el('a', {}, name));
    this.link = el('a', { title: 'Opens this context, as long as the server keeps it', on: { click: (event) => this.#openHere(event) } }, 'Permanent link');
    this.wide = el('button', { type: 'button', class: 'wide', on: { click: () => state.set({ wide: state.get('wide') ? null : 'true' }) } });
    this.zoom = el('button', { type: 'button', title: 'This context, the contexts around it and those inside it, on the timeline', on: { click: () => onZoom(this.zoom.span) } }, 'Zoom to it');
    this.save = el('button', { type: 'button', title: 'All that this page shows, as one file that the page of another server opens', on: { click: () => this.#save() } }, 'Save as a file');
    this.saved = el('p', { class: 'error', role: 'alert' });
    this.meters = new Table({ label: 'Meters of the work inside', keyOf: (line) => line.meter.label });
    this.meters.setColumns([
      { id: 'meter', label: 'Meter', title: '', render: (cell, line) => { setText(cell, nameOf(line.meter)); cell.title = line.meter.title; } },
      { id: 'own', label: 'begun in it', title: 'Of the calls begun directly in it, with what these called and what SIM took in them', numeric: true, render: (cell, line) => figure(cell, line.own, line.meter.unit) },
      { id: 'all', label: 'all inside', title: 'Of all work in it and in the contexts inside it, on all threads and in all processes: self and metering together', numeric: true, render: (cell, line) => this.#lacking(cell, line, line.all, line.meter.label !== 'wall') },
      { id: 'self', label: 'self', title: 'Of all inside, what the methods took themselves', numeric: true, render: (cell, line) => this.#lacking(cell, line, line.self, line.meter.label !== 'wall') },
      { id: 'metering', label: 'metering', title: 'Of all inside, what SIM itself took in these calls: it is in their totals, and in no self time', numeric: true, render: (cell, line) => this.#metering(cell, line) },
    ]);
    this.methods = new Table({ label: 'Methods inside', keyOf: (row) => `${row.application} ${row.class}.${row.method}` });
    this.methods.setColumns([
      { id: 'name', label: 'Method', render: (cell, row) => { if (!cell.firstElementChild) cell.append(el('div', { class: 'name' })); writeName(cell.firstElementChild, row); } },
      { id: 'self', label: 'self', unit: 'ns', value: (row) => reading(row, 'wall', 'self') },
      { id: 'share', label: 'share', title: 'Self time, of the duration of the request. Work of several threads, or of contexts inside, at the same time adds up to more than the whole', numeric: true, render: (cell, row) => setText(cell, percent(this.nanos > 0 ? (reading(row, 'wall', 'self') || 0) / this.nanos : 0)) },
      { id: 'count', label: 'count', unit: 'count', value: (row) => row.count },
      ...usedColumns('the method itself'),
      { id: 'where', label: 'Application', render: (cell, row) => setText(cell, row.application) },
    ]);
    this.note = el('p', { class: 'quiet' });
    this.lacking = el('p', { class: 'calm lacking' });
    this.waited = el('p', { class: 'calm waited' });
    this.icicle = new Icicle();
    this.treeHead = el('h3', {}, 'Where its time went');
    this.tree = el('div', { class: 'icicle-holder' }, this.icicle.node);
    this.around = el('p', { class: 'quiet around' });
    this.metering = el('p', { class: 'quiet metering' });
    this.fallHead = el('h3', {}, 'One by one');
    this.fall = new Waterfall();
    this.fallNote = el('p', { class: 'quiet' });
    this.statementsHead = el('h3', {}, 'Statements');
    this.statements = statementTable(() => this.nanos);
    this.statementsNote = el('p', { class: 'quiet' });
    this.payloadsHead = el('h3', {}, 'Other payloads');
    this.payloads = payloadTable(() => this.nanos);
    this.payloadsNote = el('p', { class: 'quiet' });
    this.stacks = new Stacks('Exceptions');
    this.node.append(
      el('header', {}, el('div', {}, this.tag, this.title, this.error),
        !isFile && el('button', { type: 'button', class: 'close', 'aria-label': 'Close the context', on: { click: () => this.#close() } }, '\u00d7')),
      this.tiles, this.ways = el('p', { class: 'ways' }, el('span', { class: 'calm' }, 'Only its work: '), this.links, this.zoom, this.wide, this.save, this.link), this.saved,
      this.values, this.lacking, this.stacks.node, this.treeHead, this.tree, this.around, this.metering, this.fallHead, this.fall.node, this.fallNote, this.statementsHead, this.statements.node, this.statementsNote, this.payloadsHead, this.payloads.node, this.payloadsNote,
      el('h3', {}, 'Work inside'), this.meters.node, this.waited, el('h3', {}, 'Methods inside'), this.methods.node, this.note);
  }

  #close() {
    state.set({ chosen: null, wide: null });
  }

  /** The link is for others; on this page it moves the range, and the page says so. */
  #openHere(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return; // it is opened elsewhere
    event.preventDefault();
    location.hash = permanentLinkHere(this.shown);
  }

  /** Shows what a file says. */
  show(context, work, until) {
    this.asked = work;
    this.until = until;
    this.render(context);
  }

  #save() {
    const { shown, asked } = this;
    const text = shown && asked && asked.id === shown.id ? textOf(shown, asked, this.until || Date.now() * 1000) : undefined;
    setText(this.saved, text === null ? `This request has more than a file may have: ${format(MOST_BYTES, 'bytes')} and ${count(MOST_ROWS)} rows.` : text === undefined ? 'Its figures have not been read yet: try again.' : '');
    if (!text) return;
    const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    el('a', { href: url, download: `request-${shown.id}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  /** Asks what was done inside, in every application that took part; once, if all of it is stored, and ever less often while it is not. */
  async refresh(context, signal, isListed = true) {
    if (!context) return;
    const all = [context, ...inside(context)];
    const applications = [...new Set(all.map((one) => one.application))];
    const of = JSON.stringify([context.id, ...applications]);
    if (this.final !== of || serverNow() >= this.restsUntil) {
      this.final = null;
      const begun = serverNow();
      this.asked = await workOf(context, rangeOfAll(all, begun), applications, signal);
      [this.final, this.restsUntil] = [of, restsUntil(all, begun)];
    }
    this.render(context, isListed);
  }

  /** Whether it has all there will be of a context, or asked for it so lately that it need not ask again. */
  hasAll(id) {
    return Boolean(this.final) && this.asked.id === id && serverNow() < this.restsUntil;
  }

  /** @param isListed whether it is of the range that is shown */
  render(context, isListed = true) {
    this.node.hidden = !context;
    if (!context) return;
    if (this.shown && this.shown.id !== context.id) setText(this.saved, '');
    this.shown = context;
    this.ways.hidden = this.isFile;
    setText(this.tag, `${context.tag || ''} ${context.application}`.trim());
    setText(this.title, context.name);
    this.title.title = `Context ${context.id}${context.trace ? ` of trace ${context.trace}` : ''}`;
    setText(this.error, context.error || '');
    const others = inside(context);
    const threads = new Set([context, ...others].flatMap((one) => (one.stays || []).map((stay) => `${one.instance} ${stay.thread}`)));
    const asked = this.asked && this.asked.id === context.id ? this.asked : null;
    const rows = asked ? asked.rows : [];
    this.rest = asked && asked.narrowed || NO_REST;
    setText(this.lacking, missing(asked && asked.narrowed, [context, ...others]));
    this.lacking.hidden = !this.lacking.textContent;
    this.nanos = context.durationNanos;
    const wide = this.isFile || Boolean(state.get('wide'));
    this.node.classList.toggle('whole', wide);
    setText(this.wide, wide ? 'Beside the list' : 'Whole width');
    setAttribute(this.wide, 'aria-pressed', String(wide));
    this.tiles.replaceChildren(...[
      [context.processGone ? 'process ended after' : isOpen(context) ? 'open for' : 'duration', duration(context.durationNanos)], ['began', clock(context.start, true), moment(context.start)],
      ['contexts inside', count(others.length)], ['threads', count(threads.size)],
      ['calls inside', asked ? count(this.#inside(asked, 'count')) : UNKNOWN], ['errors', asked ? count(this.#inside(asked, 'errors')) : UNKNOWN],
    ].map(([name, value, title]) => el('div', { title }, el('dt', {}, name), el('dd', {}, value))));
    this.link.href = permanentLink(context);
    const elsewhen = isListed ? {} : rangeToSee(context);
    ['methods', 'calltree', 'invocations', 'contexts'].forEach((tab, index) => {
      this.links[index].href = state.linkTo(tab, { ...elsewhen, context: context.id, ...(tab === 'contexts' ? { chosen: context.id, as: state.get('as') || 'tree' } : {}) });
    });
    this.zoom.span = extent(family(context), context.startMicros + context.durationNanos / 1000).join('-');
    writeValues(this.values, context.values, !this.isFile);
    this.#oneByOne(context, others, asked);
    this.#tree(context, asked);
    this.meters.update(METERS.map((meter) => this.#line(meter, (context.meters && context.meters[meter.label] || {}).total, rows))
      .filter((line) => line.own !== undefined || line.all !== undefined));
    const waited = sum(rows, 'waiting.time') || 0;
    setText(this.waited, waitedFor(context.values, sum(rows, 'blocking.time') || 0, rows, waited > this.nanos * LITTLE ? waited : 0));
    this.waited.hidden = !this.waited.textContent;
    const several = new Set(rows.map((row) => row.application)).size > 1;
    this.methods.node.classList.toggle('several', several);
    this.methods.update(rows.slice(0, SHOWN));
    this.methods.node.hidden = rows.length === 0;
    setText(this.note, !asked ? 'Loading \u2026' : rows.length === 0 ? 'No metered call ended inside in this range.' : rows.length > SHOWN ? `and ${count(rows.length - SHOWN)} more methods` : '');
    this.note.hidden = rows.length > 0 && rows.length <= SHOWN;
  }

  /** A meter of all work inside: what the calls took themselves, and with what SIM took, as the totals of the calls begun in it have it. */
  #line(meter, own, rows) {
    const known = sum(rows, meter.label);
    const self = known !== undefined && meter.label === 'wall' ? known + this.rest.selfNanosElsewhere : known;
    const { totals } = this.rest; // not in a file of an earlier page
    return { meter, own, self, all: self !== undefined && totals ? Math.max(self, totals[meter.label] || 0) : self };
  }

  /** Of the calls at places that are not kept the wall time alone is known. */
  #lacking(cell, line, value, isLacking) {
    figure(cell, value, line.meter.unit);
    this.#mark(cell, isLacking && value !== undefined && this.rest.callsElsewhere > 0, REST);
  }

  #metering(cell, { meter, self, all }) {
    const isTold = TIMES.includes(meter.label) && self !== undefined && Boolean(this.rest.totals);
    figure(cell, isTold ? all - self : undefined, meter.unit, NO_METERING);
    this.#mark(cell, isTold && meter.label !== 'wall' && this.rest.callsElsewhere > 0, ALSO_REST);
  }

  #mark(cell, isPartial, why) {
    cell.classList.toggle('partial', isPartial);
    if (isPartial) setAttribute(cell, 'title', why);
  }

  /** How many calls were made inside, or how many of them failed, also at places that are not kept. */
  #inside(asked, name) {
    return asked.rows.reduce((sum, row) => sum + row[name], name === 'count' ? this.rest.callsElsewhere : this.rest.errorsElsewhere);
  }

  #oneByOne(context, others, asked) {
    const kept = this.fall.update(context, others, asked ? asked.calls : [], asked ? asked.events : []);
    const all = asked && asked.kept ? others.length + asked.kept.calls + asked.kept.payloads : kept;
    const cut = Math.max(0, all - kept);
    this.fall.node.hidden = kept === 0;
    setText(this.fallNote, !asked ? '' : kept === 0 ? whyNoCallsInside(this.#inside(asked, 'count'), this.#inside(asked, 'errors')) : [cut > 0 && `The longest ${count(kept)} of ${count(all)}.`, asked.lacksEvents && NO_EVENTS].filter(Boolean).join(' '));
    this.fallNote.hidden = !this.fallNote.textContent;
    this.stacks.update(asked ? asked.stacks : []);
    const lists = asked ? listsOf(asked) : NO_LISTS;
    for (const [name, words] of [['statements', 'statements'], ['others', 'payloads']]) {
      const [table, head, note] = name === 'statements' ? [this.statements, this.statementsHead, this.statementsNote] : [this.payloads, this.payloadsHead, this.payloadsNote];
      const further = (lists.further || NO_LISTS.further)[name];
      table.update(lists[name]);
      setText(note, further > 0 ? `and ${count(further)} more ${words}, that took less` : '');
      note.hidden = further === 0;
      table.node.hidden = head.hidden = lists[name].length === 0;
    }
  }

  /** As wide as the share of the request: what is not metered stays empty at the right. */
  #tree(context, asked) {
    const nodes = asked ? linked(asked.tree) : [];
    for (const node of nodes) node.inside = [];
    const roots = [];
    for (const node of nodes) (node.above ? node.above.inside : roots).push(node);
    this.tree.hidden = this.treeHead.hidden = roots.length === 0;
    if (roots.length > 0) this.icicle.draw(roots, METERS[0], this.nanos);
    const rest = asked && asked.treeRest || this.rest;
    setText(this.around, asked ? [!isOpen(context) && around(this.nanos, roots, rest), besideOf(rest.beside)].filter(Boolean).join(' ') : '');
    this.around.hidden = !this.around.textContent;
    setText(this.metering, meteringOf(nodes, roots));
    this.metering.title = METERING;
    this.metering.hidden = !this.metering.textContent;
  }
}

const NO_LISTS = { statements: [], others: [], further: { statements: 0, others: 0 } };
const NO_REST = { callsElsewhere: 0, errorsElsewhere: 0, selfNanosElsewhere: 0 };

/** A part of the wall time of nodes. */
const added = (nodes, part) => nodes.reduce((nanos, node) => nanos + (reading(node, 'wall', part) || 0), 0);

/** How long nothing of a request ran in a metered method that began inside, where that is worth a word. Work on several threads at a time may hide it. */
function around(nanos, roots, rest) {
  const taken = added(roots, 'total');
  const left = nanos - taken - rest.selfNanosElsewhere;
  if (taken > nanos * (1 + LITTLE)) return `Its calls took ${duration(taken)} together, on several threads at a time: the picture is as wide as that.`;
  if (left <= nanos * LITTLE) return '';
  return `At least ${duration(left)} (${percent(left / nanos)}) passed in no metered method that began inside: in code around them, such as a handler that is not metered, or waiting for another thread.`;
}

/** Contexts inside whose time is not in the picture: the calls of this one that waited for them have it. */
function besideOf(number) {
  if (!number) return '';
  return number === 1 ? 'The context inside that ran beside it, on another thread or later, is not in this picture: calls that waited for it have that time, and what it did is on its own page.'
    : `${count(number)} contexts inside that ran beside it, on other threads or later, are not in this picture: calls that waited for them have that time, and what each did is on its own page.`;
}

/** What SIM itself took in the calls of a tree, of their totals; nothing where a file of an earlier page does not say it, or where there is none. */
function meteringOf(nodes, roots) {
  const all = added(nodes, 'metering');
  const whole = added(roots, 'total');
  if (all <= 0 || whole <= 0) return '';
  const words = nodes.some((node) => node.meteringHas) ? 'metering, and calls without a row,' : 'metering';
  return `${words} ${duration(all)} (${percent(all / whole)})`;
}

/** Self times do not overlap, whatever calls what: they add up to all that was used. */
function sum(rows, label) {
  const values = rows.map((row) => reading(row, label, 'self')).filter((value) => value !== undefined);
  return values.length > 0 ? values.reduce((all, value) => all + value, 0) : undefined;
}

/** All contexts inside, at any depth. */
export function inside(context) {
  const all = family(context);
  for (let outer = context; outer; outer = outer.outer === context ? null : outer.outer) {
    if (!all.delete(outer)) break;
  }
  return [...all];
}
