// Single payloads, and openings and closings of control objects, the newest first.

import * as api from './api.js';
import * as state from './state.js';
import { linkContext } from './contextname.js';
import { fillSelect, filter, quiet, select } from './controls.js';
import { el, setText } from './dom.js';
import { writeName } from './name.js';
import { Table } from './table.js';
import { clock, count, duration, moment } from './units.js';

const LEAST = [['', 'any duration'], ['1000000', '1 ms and more'], ['10000000', '10 ms and more'], ['100000000', '100 ms and more'], ['1000000000', '1 s and more']];

/** A statement may be long: cut, so that how long it took stays in sight. */
function writeText(cell, event) {
  if (!cell.firstElementChild) cell.append(el('span', { class: 'payload-text' }));
  setText(cell.firstElementChild, event.kind === 'payload' ? event.text : `${event.kind} ${event.text}`);
  cell.title = event.text;
}

export class PayloadEvents {
  constructor() {
    this.rows = [];
    this.type = select('Event type', [], '', (type) => state.set({ type }));
    this.least = select('Duration', LEAST, state.get('least') || '', (least) => state.set({ least }));
    this.object = el('span');
    this.kept = el('span', { class: 'summary' });
    this.table = new Table({ label: 'Payload events', keyOf: (event) => event.key, decorate: (line, event) => line.classList.toggle('failing', event.error) });
    this.table.setColumns([
      { id: 'start', label: 'Began', render: (cell, event) => { setText(cell, clock(event.startMicros / 1000, true)); cell.title = moment(event.startMicros / 1000); } },
      { id: 'text', label: 'Payload', render: writeText },
      { id: 'nanos', label: 'duration', unit: 'ns', value: (event) => (event.kind === 'payload' ? event.durationNanos : null) },
      { id: 'type', label: 'Type', render: (cell, event) => setText(cell, event.kind === 'payload' ? event.type || '' : event.kind) },
      { id: 'object', label: 'Control object', render: (cell, event) => this.#object(cell, event) },
      { id: 'place', label: 'Called from', render: (cell, event) => { if (event.place) writeName(cell, event.place); else cell.replaceChildren(); } },
      { id: 'thread', label: 'Thread', render: (cell, event) => setText(cell, event.thread) },
      { id: 'context', label: 'Context', render: (cell, event) => linkContext(cell, event.context) },
    ]);
    this.empty = quiet();
    this.node = el('div', { class: 'figures-holder' }, el('div', { class: 'tools' }, this.type, this.least, this.object, this.kept), this.table.node, this.empty);
  }

  #object(cell, event) {
    if (!cell.firstElementChild) cell.append(el('button', { type: 'button', class: 'name', on: { click: () => state.set({ object: cell.parentElement.row.object, instance: cell.parentElement.row.instance }) } }));
    setText(cell.firstElementChild, event.objectName || '');
    cell.firstElementChild.hidden = !event.objectName;
  }

  async refresh(probe, params, signal) {
    const answer = await api.payloads('events', { ...params, type: state.get('type'), object: state.get('object'), least: state.get('least'), limit: 500 }, signal);
    this.rows = answer.events;
    this.rows.forEach((event, index) => { event.key = `${event.startMicros} ${event.text} ${event.thread} ${this.rows.length - index}`; });
    this.answer = answer;
  }

  render(probe) {
    if (!this.answer) return;
    fillSelect(this.type, [['', 'all types'], ...probe.types.map((type) => [type.name, type.name])], state.get('type') || '');
    this.type.hidden = probe.types.length === 0;
    fillSelect(this.least, LEAST, state.get('least') || '');
    this.object.replaceChildren(...(state.get('object') ? [filter(`control object ${(this.rows.find((row) => row.objectName) || {}).objectName || `#${state.get('object')}`}`, () => state.set({ object: null }))] : []));
    this.table.update(this.rows);
    this.table.node.hidden = this.rows.length === 0;
    this.empty.hidden = this.rows.length > 0;
    setText(this.empty, this.answer.kept + this.answer.consolidated.count === 0 ? 'No single event in this range. Record with events to keep them.' : 'No event passes these filters.');
    setText(this.kept, this.answer.consolidated.count > 0 ? `${count(this.answer.kept)} kept, ${count(this.answer.consolidated.count)} more added up by the minute (${duration(this.answer.consolidated.total)})` : `${count(this.answer.kept)} kept`);
  }
}
