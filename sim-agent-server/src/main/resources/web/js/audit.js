// The audit log: who did or tried what. For admins alone.

import * as api from './api.js';
import { quiet } from './controls.js';
import { el, setText } from './dom.js';
import { Table } from './table.js';
import { clock, moment } from './units.js';

export class Audit {
  constructor() {
    this.table = new Table({ label: 'Audit log', keyOf: (entry) => entry.key });
    this.table.setColumns([
      { id: 'action', label: 'What', render: (cell, entry) => setText(cell, entry.action) },
      { id: 'time', label: 'Time', render: (cell, entry) => { setText(cell, clock(entry.time, true)); cell.title = moment(entry.time); } },
      { id: 'who', label: 'Who', render: (cell, entry) => setText(cell, entry.who) },
      { id: 'from', label: 'From', render: (cell, entry) => setText(cell, entry.from) },
      { id: 'outcome', label: 'Outcome', render: (cell, entry) => setText(cell, entry.outcome) },
      { id: 'change', label: 'Before, and wanted', render: (cell, entry) => setText(cell, [entry.before, entry.after].filter(Boolean).join(' \u2192 ')) },
    ]);
    this.empty = quiet('Nobody has done anything yet.');
    this.missing = el('p', { class: 'quiet', role: 'status' });
    this.node = el('section', { class: 'view audit', 'aria-label': 'Audit' }, this.missing, this.table.node, this.empty);
  }

  async refresh(signal) {
    const { entries, unwritten } = await api.audit({ limit: 500 }, signal);
    setText(this.missing, unwritten > 0 ? `${unwritten} entries could not be written since the server started; its log has them.` : '');
    this.missing.hidden = unwritten === 0;
    entries.forEach((entry, index) => { entry.key = `${entry.time} ${entries.length - index}`; });
    this.table.update(entries);
    this.table.node.hidden = entries.length === 0;
    this.empty.hidden = entries.length > 0;
  }

  render() {}
}
