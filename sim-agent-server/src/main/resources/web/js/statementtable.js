// Statements and other payloads with their times: [{text, count, nanos, max, errors}].

import { el, setText } from './dom.js';
import { Table } from './table.js';
import { percent } from './units.js';

/** `whole()` tells the duration that shares are of, ns; nothing for none. */
export function statementTable(whole) {
  const table = new Table({ label: 'Statements', keyOf: (row) => row.text, decorate: (line, row) => line.classList.toggle('failing', row.errors > 0) });
  table.setColumns([
    { id: 'text', label: 'Statement', render: (cell, row) => { if (!cell.firstElementChild) cell.append(el('span', { class: 'payload-text' })); setText(cell.firstElementChild, row.text); cell.title = row.text; } },
    { id: 'total', label: 'total', unit: 'ns', value: (row) => row.nanos },
    ...(whole ? [{ id: 'share', label: 'share', title: 'Of the duration of the request', numeric: true, render: (cell, row) => setText(cell, percent(whole() > 0 ? row.nanos / whole() : 0)) }] : []),
    { id: 'count', label: 'count', unit: 'count', value: (row) => row.count },
    { id: 'max', label: 'longest', unit: 'ns', value: (row) => row.max },
    { id: 'errors', label: 'errors', unit: 'count', class: 'errors', value: (row) => row.errors },
  ]);
  return table;
}
