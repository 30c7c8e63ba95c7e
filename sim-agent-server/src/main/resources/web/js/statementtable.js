// Statements and other payloads with their times: [{text, count, nanos, max, errors}].

import { el, setText } from './dom.js';
import { Table } from './table.js';
import { percent } from './units.js';

/** `whole()` tells the duration that shares are of, ns; nothing for none. */
export const statementTable = (whole) => payloads('Statements', [text('Statement')], whole);

/** The same of payloads of several probes, which each row names as `probe`. */
export const payloadTable = (whole) => payloads('Payloads', [text('Payload'), { id: 'probe', label: 'Probe', render: (cell, row) => setText(cell, row.probe) }], whole);

const shareOf = (whole) => ({ id: 'share', label: 'share', title: 'Of the duration of the request', numeric: true, render: (cell, row) => setText(cell, percent(whole() > 0 ? row.nanos / whole() : 0)) });

const text = (label) => ({ id: 'text', label, render: (cell, row) => { if (!cell.firstElementChild) cell.append(el('span', { class: 'payload-text' })); setText(cell.firstElementChild, row.text); cell.title = row.text; } });

function payloads(label, first, whole) {
  const table = new Table({ label, keyOf: (row) => `${row.probe} ${row.text}`, decorate: (line, row) => line.classList.toggle('failing', row.errors > 0) });
  table.setColumns([
    ...first,
    { id: 'total', label: 'total', unit: 'ns', value: (row) => row.nanos },
    ...(whole ? [shareOf(whole)] : []),
    { id: 'count', label: 'count', unit: 'count', value: (row) => row.count },
    { id: 'max', label: 'longest', unit: 'ns', value: (row) => row.max },
    { id: 'errors', label: 'errors', unit: 'count', class: 'errors', value: (row) => row.errors },
  ]);
  return table;
}
