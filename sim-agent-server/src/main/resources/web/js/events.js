// What the application itself said with EventProbe.fire(). The tab appears with the first event.

import * as api from './api.js';
import { linkContext } from './contextname.js';
import { quiet } from './controls.js';
import { el, setText } from './dom.js';
import { Table } from './table.js';
import { clock, moment } from './units.js';

export class Events {
  constructor() {
    this.table = new Table({ label: 'Events', keyOf: (event) => event.key });
    this.table.setColumns([
      { id: 'name', label: 'Event', render: (cell, event) => setText(cell, event.name) },
      { id: 'time', label: 'Time', render: (cell, event) => { setText(cell, clock(event.time, true)); cell.title = moment(event.time); } },
      { id: 'values', label: 'Values', render: (cell, event) => setText(cell, Object.entries(event.values || {}).map(([key, value]) => `${key} = ${value}`).join(', ')) },
      { id: 'thread', label: 'Thread', render: (cell, event) => setText(cell, event.thread || '') },
      { id: 'context', label: 'Context', render: (cell, event) => linkContext(cell, event.context) },
    ]);
    this.empty = quiet('No event in this range.');
    this.node = el('section', { class: 'view events', 'aria-label': 'Events' }, this.table.node, this.empty);
  }

  async refresh(signal) {
    const { events } = await api.events({ limit: 300 }, signal);
    events.forEach((event, index) => { event.key = `${event.time} ${event.name} ${events.length - index}`; });
    this.table.update(events);
    this.table.node.hidden = events.length === 0;
    this.empty.hidden = events.length > 0;
  }

  render() {}
}
