// The flow contexts: which piece of work ran when, with which values, and what it cost.

import * as api from './api.js';
import * as state from './state.js';
import { checkbox, quiet, searchBox, syncCheckbox, syncSearch } from './controls.js';
import { el, setText } from './dom.js';
import { METERS, nameOf } from './meters.js';
import { Table } from './table.js';
import { Tree } from './tree.js';
import { clock, count, moment } from './units.js';

const LIMIT = 500;

export class Contexts {
  constructor() {
    this.table = new Table({ label: 'Contexts', tree: true, keyOf: (line) => line.key, decorate: (row, line) => this.#decorate(row, line) });
    this.tree = new Tree(this.table.body, { keyOf: (context) => context.id, childrenOf: (context) => context.inside, changed: () => this.render() });
    this.seen = new Set();
    this.search = searchBox('Search names and values');
    this.openOnly = checkbox('open only', state.get('open') === 'true', (open) => state.set({ open: open ? 'true' : null }));
    this.summary = el('span', { class: 'summary' });
    this.empty = quiet();
    this.node = el('section', { class: 'view contexts', 'aria-label': 'Contexts' },
      el('div', { class: 'tools' },
        this.search, this.openOnly, this.summary),
      this.table.node, this.empty);
    this.table.setColumns(this.#columns());
  }

  #columns() {
    const meters = METERS.map((meter) => ({
      id: meter.label, label: meter.label === 'wall' ? 'metered' : meter.short, group: meter.label === 'wall' ? 'Work inside' : meter.group, unit: meter.unit,
      title: `${nameOf(meter)} of the calls inside: ${meter.title}`, value: (line) => (line.item.meters && line.item.meters[meter.label] || {}).total,
    }));
    return [
      { id: 'name', label: 'Context', group: '', render: (cell, line) => this.#name(cell, line) },
      { id: 'values', label: 'Values', group: '', render: (cell, line) => values(cell, line.item.values) },
      { id: 'duration', label: 'duration', group: 'Time', unit: 'ns', value: (line) => line.item.durationNanos, title: 'From start to end; of an open one so far' },
      { id: 'start', label: 'Began', group: 'Time', render: (cell, line) => { setText(cell, clock(line.item.start, true)); cell.title = moment(line.item.start); } },
      { id: 'thread', label: 'Thread', group: 'Time', render: (cell, line) => { setText(cell, line.item.thread); cell.title = line.item.thread; } },
      { id: 'calls', label: 'calls', group: 'Work inside', unit: 'count', value: (line) => line.item.calls, title: 'Metered calls begun directly in it' },
      { id: 'errors', label: 'errors', group: 'Work inside', unit: 'count', class: 'errors', value: (line) => line.item.errors },
      ...meters,
    ];
  }

  #name(cell, line) {
    const holder = this.tree.cell(cell, line);
    if (!holder.firstElementChild) holder.append(el('span', { class: 'package' }), el('span', { class: 'member' }), el('span', { class: 'badge open' }, 'open'), el('a', { class: 'more' }, 'calls'), el('span', { class: 'error' }));
    const [tag, name, open, link, error] = holder.children;
    setText(tag, line.item.tag || '');
    setText(name, line.item.name);
    holder.title = `${line.item.tag ? `${line.item.tag} ` : ''}${line.item.name} (${line.item.id})`;
    link.href = state.linkTo('invocations', { context: line.item.id });
    link.title = 'The calls kept of this context';
    open.hidden = line.item.end !== null && line.item.end !== undefined;
    setText(error, line.item.error || '');
    error.hidden = !line.item.error;
  }

  #decorate(row, line) {
    this.tree.decorate(row, line);
    row.classList.toggle('failing', Boolean(line.item.error));
  }

  async refresh(signal) {
    const answer = await api.contexts({ search: state.get('search'), open: state.get('open'), limit: LIMIT }, signal);
    this.contexts = answer.contexts;
    this.render();
  }

  /** Children under their parents; one whose parent is not in the answer stands at the top. */
  #roots() {
    const byId = new Map(this.contexts.map((context) => [context.id, context]));
    for (const context of this.contexts) context.inside = [];
    const roots = [];
    for (const context of this.contexts) {
      const parent = byId.get(context.parent);
      if (parent && parent !== context) parent.inside.push(context);
      else roots.push(context);
    }
    for (const context of this.contexts) {
      context.inside.sort((one, other) => one.start - other.start); // within one piece of work, in the order it happened
      if (!this.seen.has(context.id) && context.inside.length > 0) {
        this.seen.add(context.id);
        this.tree.open.add(context.id); // open at first sight; afterwards as the reader left it
      }
    }
    return roots;
  }

  render() {
    syncSearch(this.search);
    syncCheckbox(this.openOnly, state.get('open') === 'true');
    if (!this.contexts) return;
    const lines = this.tree.visible(this.#roots());
    this.table.update(lines);
    this.tree.settle();
    const open = this.contexts.filter((context) => context.end === null || context.end === undefined).length;
    setText(this.summary, lines.length ? `${this.contexts.length === LIMIT ? 'newest ' : ''}${count(this.contexts.length)} contexts, ${count(open)} open` : '');
    this.table.node.hidden = lines.length === 0;
    this.empty.hidden = lines.length > 0;
    setText(this.empty, state.get('search') ? `No context contains "${state.get('search')}" in this range.`
      : 'No context in this range. A method marked @CreateContext opens one for as long as it runs.');
  }
}

/** Key and value, one beside the other; the key's last parts tell enough, its title tells all. */
function values(cell, all) {
  const entries = Object.entries(all || {});
  const signature = JSON.stringify(entries);
  if (cell.signature === signature) return;
  cell.signature = signature;
  cell.replaceChildren(el('div', { class: 'values' }, entries.map(([key, value]) => el('span', { class: 'pair', title: `${key} = ${value}` },
    el('span', { class: 'key' }, key.split('.').filter((part) => part !== 'params').slice(-2).join('.')), el('span', { class: 'value' }, String(value))))));
}
