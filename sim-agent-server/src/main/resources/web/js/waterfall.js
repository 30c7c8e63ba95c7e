// What was kept one by one of a request, the longest of it, in the order in which it began: contexts inside, calls, statements and other
// payloads, each where it lies in the request's time.

import { isOpen, openWord } from './contextname.js';
import { el, setText } from './dom.js';
import { shortName } from './name.js';
import { Table } from './table.js';
import { duration, percent } from './units.js';

const MOST = 400; // rows

export class Waterfall {
  constructor() {
    this.table = new Table({ label: 'One by one', keyOf: (row) => row.key, decorate: (line, row) => line.classList.toggle('failing', Boolean(row.error)) });
    this.table.setColumns([
      { id: 'what', label: 'What', render: writeWhat },
      { id: 'when', label: 'When', title: 'Within the time of the request', render: (cell, row) => this.#bar(cell, row) },
      { id: 'duration', label: 'duration', unit: 'ns', value: (row) => row.nanos },
      { id: 'share', label: 'share', title: 'Of the duration of the request', numeric: true, render: (cell, row) => setText(cell, percent(this.nanos > 0 ? row.nanos / this.nanos : 0)) },
    ]);
    this.node = this.table.node;
  }

  /** Shows the longest of what is kept inside a context, and returns how many of these are drawn. */
  update(context, inside, calls, payloads) {
    this.from = context.startMicros;
    this.nanos = context.durationNanos;
    const rows = [
      ...inside.map((one) => ({ key: `context ${one.id}`, sort: 'context', text: `${one.tag ? `${one.tag} ` : ''}${one.name}`, start: one.startMicros, nanos: one.durationNanos, error: one.error, open: isOpen(one) ? openWord(one) : null, thread: one.thread })),
      ...calls.map((call) => ({ sort: 'call', text: shortName(call), start: call.startMicros, nanos: (call.meters.wall || {}).value || 0, error: call.error ? call.exception || 'failed' : null, thread: call.thread })),
      ...payloads.filter((event) => event.kind === 'payload').map((event) => ({ sort: event.type || event.probe, text: event.text, start: event.startMicros, nanos: event.durationNanos, error: event.error ? 'failed' : null, thread: event.thread })),
    ].sort((one, other) => other.nanos - one.nanos).slice(0, MOST).sort((one, other) => one.start - other.start || other.nanos - one.nanos);
    rows.forEach((row, index) => { row.key ||= `${row.start} ${row.sort} ${row.text} ${index}`; });
    this.table.update(rows);
    return rows.length;
  }

  #bar(cell, row) {
    if (!cell.firstElementChild) cell.append(el('span', { class: 'fall', 'aria-hidden': 'true' }, el('i')));
    const bar = cell.firstElementChild.firstElementChild;
    const whole = Math.max(1, this.nanos);
    const left = Math.min(100, Math.max(0, ((row.start - this.from) * 1000 * 100) / whole));
    bar.style.left = `${left}%`;
    bar.style.width = `${Math.min(100 - left, (row.nanos * 100) / whole)}%`;
    bar.className = row.error ? 'bad' : row.sort === 'call' || row.sort === 'context' ? row.sort : 'payload';
    cell.title = `${duration((row.start - this.from) * 1000)} after the begin, on ${row.thread || 'a thread without a name'}`;
  }
}

function writeWhat(cell, row) {
  if (!cell.firstElementChild) cell.append(el('span', { class: 'package' }), el('span', { class: 'member' }), el('span', { class: 'error' }));
  setText(cell.children[0], row.open ? `${row.sort}, ${row.open}` : row.sort);
  setText(cell.children[1], row.text);
  setText(cell.children[2], row.error || '');
  cell.title = row.error ? `${row.text}\n${row.error}` : row.text;
}
