// The long-lived things payloads belong to, such as connections: what each took, and since when it is open.

import * as api from './api.js';
import * as state from './state.js';
import { checkbox, quiet } from './controls.js';
import { el, setText } from './dom.js';
import { sums } from './payloadcolumns.js';
import { Table } from './table.js';
import { clock, count, duration, moment } from './units.js';

const time = (cell, millis) => { setText(cell, millis ? clock(millis) : ''); cell.title = millis ? moment(millis) : ''; };

export class ControlObjects {
  constructor() {
    this.rows = [];
    this.table = new Table({ label: 'Control objects', keyOf: (row) => `${row.instance} ${row.object}` });
    this.table.setColumns([
      { id: 'name', label: 'Control object', render: (cell, row) => this.#name(cell, row) },
      ...sums(),
      { id: 'types', label: 'By type', render: (cell, row) => setText(cell, Object.entries(row.types).map(([type, of]) => `${type} ${count(of.count)} / ${duration(of.total)}`).join(', ')) },
      { id: 'opened', label: 'Opened', render: (cell, row) => time(cell, row.opened) },
      { id: 'closed', label: 'Closed', render: (cell, row) => { time(cell, row.closed); if (row.end === 'collected') cell.append(' (collected)'); } },
      { id: 'used', label: 'Last used', render: (cell, row) => time(cell, row.lastUsed) },
    ]);
    this.open = checkbox('only what is still open, the oldest first', false, (open) => state.set({ open: open ? 'true' : null }));
    this.open.title = 'What leaks: opened, never closed, and perhaps never used';
    this.empty = quiet();
    this.node = el('div', { class: 'figures-holder' }, this.open, this.table.node, this.empty);
  }

  #name(cell, row) {
    if (!cell.firstElementChild) cell.append(el('button', { type: 'button', class: 'name', title: 'Its events', on: { click: () => state.set({ as: 'events', object: cell.parentElement.row.object, instance: cell.parentElement.row.instance }) } }));
    setText(cell.firstElementChild, row.name || 'none');
    cell.firstElementChild.disabled = !row.object;
  }

  async refresh(probe, params, signal) {
    this.rows = (await api.payloads('objects', { ...params, open: state.get('open') }, signal)).objects;
  }

  render() {
    this.open.firstElementChild.checked = state.get('open') === 'true';
    setText(this.empty, state.get('open') === 'true' ? 'Nothing was open in this range and still is.' : 'No control object and no payload in this range.');
    this.table.update(this.rows);
    this.table.node.hidden = this.rows.length === 0;
    this.empty.hidden = this.rows.length > 0;
  }
}
