// The contexts as a tree: each under the one it was begun in, whatever thread, process or application that was.

import * as state from './state.js';
import { isOpen, openWord, writeValues } from './contextname.js';
import { el, setAttribute, setText } from './dom.js';
import { METERS, nameOf } from './meters.js';
import { Table } from './table.js';
import { Tree } from './tree.js';
import { clock, moment } from './units.js';

export class ContextTree {
  constructor({ onChoose, onSort, onEnd, changed }) {
    this.onChoose = onChoose;
    this.seen = new Set();
    this.table = new Table({ label: 'Contexts', tree: true, onSort, onEnd, keyOf: (line) => line.key, decorate: (row, line) => this.#decorate(row, line) });
    this.tree = new Tree(this.table, { keyOf: (context) => context.id, childrenOf: (context) => context.inside, changed });
    this.table.setColumns(this.#columns());
    this.node = this.table.node;
  }

  #columns() {
    const meters = METERS.map((meter) => ({
      id: meter.label, label: meter.label === 'wall' ? 'metered' : meter.short, group: meter.label === 'wall' ? 'Work inside' : meter.group, unit: meter.unit,
      title: `${nameOf(meter)} of the calls inside: ${meter.title}`, sortable: true, value: (line) => (line.item.meters && line.item.meters[meter.label] || {}).total,
    }));
    return [
      { id: 'name', label: 'Context', group: '', render: (cell, line) => this.#name(cell, line) },
      { id: 'duration', label: 'duration', group: '', unit: 'ns', sortable: true, value: (line) => line.item.durationNanos, title: 'From start to end; for an open context, so far' },
      { id: 'values', label: 'Values', group: '', render: (cell, line) => this.#values(cell, line) },
      { id: 'start', label: 'Began', group: 'Time', sortable: true, render: (cell, line) => { setText(cell, clock(line.item.start, true)); cell.title = moment(line.item.start); } },
      { id: 'end', label: 'Ended', group: 'Time', sortable: true, render: (cell, line) => { setText(cell, isOpen(line.item) ? '\u2013' : clock(line.item.end, true)); cell.title = isOpen(line.item) ? openWord(line.item) : moment(line.item.end); } },
      { id: 'thread', label: 'Thread', group: 'Time', title: 'The thread on which it began', render: (cell, line) => { setText(cell, line.item.thread); cell.title = threads(line.item); } },
      { id: 'calls', label: 'outermost calls', group: 'Work inside', unit: 'count', sortable: true, value: (line) => line.item.calls, title: 'Metered calls that no other call in the context made. Those that these made are not in it: the page of the context has all' },
      { id: 'errors', label: 'errors', group: 'Work inside', unit: 'count', sortable: true, class: 'errors', value: (line) => line.item.errors, title: 'How many of the outermost calls failed' },
      ...meters,
    ];
  }

  #name(cell, line) {
    const holder = this.tree.cell(cell, line);
    if (!holder.firstElementChild) {
      holder.append(el('span', { class: 'package' }),
        el('button', { type: 'button', class: 'name', on: { click: () => this.onChoose(cell.parentElement.row.item) } }, el('span', { class: 'member' })),
        el('span', { class: 'badge elsewhere' }), el('span', { class: 'badge open' }, 'open'), el('span', { class: 'error' }));
    }
    const [tag, name, application, open, error] = holder.children;
    setText(tag, line.item.tag || '');
    setText(name.firstElementChild, line.item.name);
    holder.title = `${line.item.tag ? `${line.item.tag} ` : ''}${line.item.name} (${line.item.id})`;
    setText(application, line.item.application);
    application.hidden = line.item.application === state.get('application');
    application.title = 'Begun in another application';
    open.hidden = !isOpen(line.item);
    setText(open, openWord(line.item));
    setText(error, line.item.error || '');
    error.hidden = !line.item.error;
  }

  #values(cell, line) {
    if (!cell.firstElementChild) cell.append(el('div', { class: 'values' }));
    writeValues(cell.firstElementChild, line.item.values);
  }

  #decorate(row, line) {
    this.tree.decorate(row, line);
    row.classList.toggle('failing', Boolean(line.item.error));
    setAttribute(row, 'aria-current', line.item.id === state.get('chosen') ? 'true' : null);
  }

  /** Shows the contexts that have no parent among those known, with what is inside them. */
  update(roots, all, sort, further) {
    for (const context of all) {
      if (!this.seen.has(context.id) && context.inside.length > 0) {
        this.seen.add(context.id);
        this.tree.open.add(context.id); // open at first sight; afterwards as the reader left it
      }
    }
    this.table.update(this.tree.visible(roots), sort, further);
    this.tree.settle();
  }
}

/** All threads it was current on. */
const threads = (context) => [...new Set((context.stays || []).map((stay) => stay.thread))].join(', ') || context.thread;
