// One context in full, beside the others: its values, how long it took, and what the work inside came to, in all threads,
// processes and applications.

import * as api from './api.js';
import * as state from './state.js';
import { isOpen, writeValues } from './contextname.js';
import { el, setText } from './dom.js';
import { extent, family } from './lanes.js';
import { METERS, nameOf, reading } from './meters.js';
import { writeName } from './name.js';
import { figure, Table } from './table.js';
import { clock, count, duration, moment } from './units.js';

const METHODS = 10_000;
const SHOWN = 12;

export class ContextPanel {
  constructor({ onZoom }) {
    this.node = el('section', { class: 'panel', 'aria-label': 'Context', hidden: true, on: { keydown: (event) => event.key === 'Escape' && this.#close() } });
    this.tag = el('p', { class: 'package' });
    this.title = el('h2');
    this.error = el('p', { class: 'error' });
    this.tiles = el('dl', { class: 'tiles' });
    this.values = el('div', { class: 'values' });
    this.links = ['Methods', 'Call tree', 'Invocations', 'Contexts'].map((name) => el('a', {}, name));
    this.link = el('a', { title: 'Opens this context, as long as the server keeps it' }, 'Permanent link');
    this.zoom = el('button', { type: 'button', title: 'This context, the contexts around it and those inside it, on the timeline', on: { click: () => onZoom(this.zoom.span) } }, 'Zoom to it');
    this.meters = new Table({ label: 'Meters of the work inside', keyOf: (line) => line.meter.label });
    this.meters.setColumns([
      { id: 'meter', label: 'Meter', title: '', render: (cell, line) => { setText(cell, nameOf(line.meter)); cell.title = line.meter.title; } },
      { id: 'own', label: 'begun in it', title: 'Of the calls begun directly in it, inner calls included', numeric: true, render: (cell, line) => figure(cell, line.own, line.meter.unit) },
      { id: 'all', label: 'all inside', title: 'Of all work in it and in the contexts inside it, on all threads and in all processes', numeric: true, render: (cell, line) => figure(cell, line.all, line.meter.unit) },
    ]);
    this.methods = new Table({ label: 'Methods inside', keyOf: (row) => `${row.application} ${row.class}.${row.method}` });
    this.methods.setColumns([
      { id: 'name', label: 'Method', render: (cell, row) => { if (!cell.firstElementChild) cell.append(el('div', { class: 'name' })); writeName(cell.firstElementChild, row); } },
      { id: 'self', label: 'self', unit: 'ns', value: (row) => reading(row, 'wall', 'self') },
      { id: 'count', label: 'count', unit: 'count', value: (row) => row.count },
      { id: 'where', label: 'Application', render: (cell, row) => setText(cell, row.application) },
    ]);
    this.note = el('p', { class: 'quiet' });
    this.node.append(
      el('header', {}, el('div', {}, this.tag, this.title, this.error),
        el('button', { type: 'button', class: 'close', 'aria-label': 'Close the context', on: { click: () => this.#close() } }, '\u00d7')),
      this.tiles, el('p', { class: 'ways' }, el('span', { class: 'calm' }, 'Only its work: '), this.links, this.zoom, this.link),
      this.values, el('h3', {}, 'Work inside'), this.meters.node, el('h3', {}, 'Methods inside'), this.methods.node, this.note);
  }

  #close() {
    state.set({ chosen: null });
  }

  /** Asks what was done inside, in every application that took part. */
  async refresh(context, signal, isListed = true) {
    if (!context) return;
    const applications = [...new Set([context, ...inside(context)].map((one) => one.application))];
    const answers = await Promise.all(applications.map((application) => api.methods({
      application, instance: null, context: context.id, ...rangeOf(context), last: null, disabled: true, sort: 'wall.self', limit: METHODS,
    }, signal).then((answer) => answer.methods.map((row) => ({ ...row, application })))));
    this.asked = { id: context.id, rows: answers.flat().sort((one, other) => (reading(other, 'wall', 'self') || 0) - (reading(one, 'wall', 'self') || 0)) };
    this.render(context, isListed);
  }

  /** @param isListed whether it is of the range that is shown */
  render(context, isListed = true) {
    this.node.hidden = !context;
    if (!context) return;
    setText(this.tag, `${context.tag || ''} ${context.application}`.trim());
    setText(this.title, context.name);
    this.title.title = `Context ${context.id}${context.trace ? ` of trace ${context.trace}` : ''}`;
    setText(this.error, context.error || '');
    const others = inside(context);
    const threads = new Set([context, ...others].flatMap((one) => (one.stays || []).map((stay) => `${one.instance} ${stay.thread}`)));
    const rows = this.asked && this.asked.id === context.id ? this.asked.rows : [];
    this.tiles.replaceChildren(...[
      [isOpen(context) ? 'open for' : 'duration', duration(context.durationNanos)], ['began', clock(context.start, true), moment(context.start)],
      ['contexts inside', count(others.length)], ['threads', count(threads.size)],
      ['calls inside', count(rows.reduce((sum, row) => sum + row.count, 0))], ['errors', count(rows.reduce((sum, row) => sum + row.errors, 0))],
    ].map(([name, value, title]) => el('div', { title }, el('dt', {}, name), el('dd', {}, value))));
    this.link.href = `#/contexts?${new URLSearchParams({ application: context.application, ...rangeOf(context), chosen: context.id })}`;
    const elsewhen = isListed ? {} : rangeOf(context);
    ['methods', 'calltree', 'invocations', 'contexts'].forEach((tab, index) => {
      this.links[index].href = state.linkTo(tab, { ...elsewhen, context: context.id, ...(tab === 'contexts' ? { chosen: context.id, as: state.get('as') || 'tree' } : {}) });
    });
    this.zoom.span = extent(family(context), context.startMicros + context.durationNanos / 1000).join('-');
    writeValues(this.values, context.values);
    this.meters.update(METERS.map((meter) => ({
      meter, own: (context.meters && context.meters[meter.label] || {}).total, all: sum(rows, meter.label),
    })).filter((line) => line.own !== undefined || line.all !== undefined));
    const several = new Set(rows.map((row) => row.application)).size > 1;
    this.methods.node.classList.toggle('several', several);
    this.methods.update(rows.slice(0, SHOWN));
    this.methods.node.hidden = rows.length === 0;
    setText(this.note, rows.length === 0 ? 'No metered call ended inside in this range.' : rows.length > SHOWN ? `and ${count(rows.length - SHOWN)} more methods` : '');
    this.note.hidden = rows.length > 0 && rows.length <= SHOWN;
  }
}

/** When a context was open, with a little around it: moments in ms. */
const rangeOf = (context) => ({ from: Math.max(0, context.start - 1_000), to: (isOpen(context) ? Date.now() : context.end) + 60_000 });

/** Self times do not overlap, whatever calls what: they add up to all that was used. */
function sum(rows, label) {
  const values = rows.map((row) => reading(row, label, 'self')).filter((value) => value !== undefined);
  return values.length > 0 ? values.reduce((all, value) => all + value, 0) : undefined;
}

/** All contexts inside, at any depth. */
function inside(context) {
  const all = family(context);
  for (let outer = context; outer; outer = outer.outer === context ? null : outer.outer) {
    if (!all.delete(outer)) break;
  }
  return [...all];
}
