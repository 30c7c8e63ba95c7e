// Statements, or other payloads, with their times: [{probe, type, text, count, nanos, max, errors}], where `type` is the probe's class.

import { el, setText } from './dom.js';
import { overTime } from './payloadcolumns.js';
import { Table } from './table.js';
import { percent } from './units.js';

/** `whole()` tells the duration that shares are of, ns; nothing for none. */
export function statementTable(whole) {
  return payloads('Statements', [
    text('Statement'),
    ...times(whole),
  ]);
}

/** The same of payloads of several probes, which each row names. */
export function payloadTable(whole) {
  return payloads('Payloads', [
    text('Payload'),
    { id: 'probe', label: 'Probe', render: (cell, row) => setText(cell, row.probe) },
    ...times(whole),
  ]);
}

const times = (whole) => [
  { id: 'total', label: 'total', unit: 'ns', value: (row) => row.nanos },
  ...(whole ? [{ id: 'share', label: 'share', title: 'Of the duration of the request', numeric: true, render: (cell, row) => setText(cell, percent(whole() > 0 ? row.nanos / whole() : 0)) }] : []),
];

const text = (label) => ({ id: 'text', label, render: (cell, row) => writeText(cell, row) });

/** The text leads to the payload over time, unless it is out of a file. */
function writeText(cell, row) {
  if (!cell.firstElementChild) cell.append(el(row.type ? 'a' : 'span', { class: 'payload-text' }));
  const [name] = cell.children;
  if (row.type) name.href = overTime(row.type, row.text);
  setText(name, row.text);
  cell.title = row.text;
}

function payloads(label, first) {
  const table = new Table({ label, keyOf: (row) => `${row.probe} ${row.text}`, decorate: (line, row) => line.classList.toggle('failing', row.errors > 0) });
  table.setColumns([
    ...first,
    { id: 'count', label: 'count', unit: 'count', value: (row) => row.count },
    { id: 'max', label: 'longest', unit: 'ns', value: (row) => row.max },
    { id: 'errors', label: 'errors', unit: 'count', class: 'errors', value: (row) => row.errors },
  ]);
  return table;
}
