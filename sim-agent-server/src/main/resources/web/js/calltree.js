// The call tree: who called whom, and where the time (or any other meter) went.

import * as api from './api.js';
import * as state from './state.js';
import { linked } from './callnodes.js';
import { CallPlots } from './callplots.js';
import { checkbox, fillSelect, quiet, searchBox, select, syncCheckbox, syncSearch } from './controls.js';
import { el, setText } from './dom.js';
import { ExplainedHead } from './explained.js';
import { Icicle } from './icicle.js';
import { writeMarks } from './marks.js';
import { isIdle, partialMark } from './columns.js';
import { lacksCalls, MEAN, METERS, nameOf, QUANTILES, reading } from './meters.js';
import { fullName, shortName, writeName } from './name.js';
import { writeNode } from './payloadtree.js';
import { openScripts } from './scripteditor.js';
import { Table, sorted } from './table.js';
import { Tree } from './tree.js';
import { clock, count, duration, percent } from './units.js';
import { KindFilter } from './kindfilter.js';
import { missing } from './narrowed.js';

const FIRST = 1_000; // places that are asked for, the most expensive; more when the reader asks for what was left out
const MOST = 20_000;
const DEEPEST = 100; // levels the hot path is opened by itself: a recursion may go thousands deep
const PATH = 4; // names of a place's path that are shown
const CHOICES = METERS.map((meter) => [meter.label, nameOf(meter)]);
const FORMATS = [
  ['speedscope', 'speedscope', 'Every measure, for the viewer speedscope'],
  ['pprof', 'pprof', 'Every measure, for go tool pprof and others that read pprof'],
  ['collapsed', 'collapsed stacks', 'The measure shown, for flame graph scripts'],
];
const LEAST_REST = 0.01; // a smaller part of a total has no row of its own
const TAKEN = 'What SIM took in these calls';
const ALSO = { // what else is in it, by the server's word
  rest: 'calls inside at places these contexts are not kept with', other: 'calls that are counted under [other]', range: 'calls inside that ended before this range',
};
const WARM = 0.02; // a branch below this share of the whole is not followed as the hot path

/** What a row that stands for several names is called. */
function named(node) {
  if (!node.off || !node.off.names) return node;
  const { names, before } = node.off;
  return { ...node, several: `${count(names)} ${names === 1 ? 'name' : 'names'} off${before ? `, before ${clock(before)}` : ''}` };
}

/** What the server left out below each node, as a node of its own: its time stays in the tree. */
function cutNodes(cut) {
  return (cut || []).map(({ parent, nodes, meters }) => ({ id: `cut ${parent}`, parent, isCut: true, class: '', method: '[left out]', several: `${count(nodes)} cheaper places and all below them`, meters, count: null, errors: null }));
}

const isMethod = (node) => !node.split && !node.several && Boolean(node.class) && /^([\w$]+|<init>)$/.test(node.method);

export class CallTree {
  constructor() {
    this.roots = [];
    this.limit = FIRST;
    this.table = new Table({ label: 'Call tree', tree: true, keyOf: (line) => line.key, decorate: (row, line) => this.#decorate(row, line) });
    this.tree = new Tree(this.table, { keyOf: (node) => node.path, childrenOf: (node) => node.inside, changed: () => this.#draw() });
    this.table.body.addEventListener('contextmenu', (event) => this.#menu(event));
    this.search = searchBox('Search the tree');
    this.meter = select('Meter', CHOICES, this.#meter().label, (meter) => state.set({ meter: meter === 'wall' ? null : meter }));
    this.fold = checkbox('fold recursion', state.get('fold') === 'true', (fold) => state.set({ fold: fold ? 'true' : null }));
    this.fold.title = 'Recursive calls of a method, direct or indirect, become part of the outermost call';
    this.splits = checkbox('show splits', state.get('splits') === 'true', (splits) => state.set({ splits: splits ? 'true' : null }));
    this.splits.title = 'Below a method that a split probe splits, one node for each of its texts; a method\u2019s figures stay the same';
    this.disabled = checkbox('each name off', state.get('disabled') === 'true', (disabled) => state.set({ disabled: disabled ? 'true' : null }));
    this.disabled.title = 'A place for each name that is off now, with its calls until then. Otherwise those with small figures share one';
    this.kind = new KindFilter();
    this.explained = new ExplainedHead();
    this.icicle = new Icicle();
    this.holder = el('div', { class: 'icicle-holder' }, this.icicle.node);
    this.plots = new CallPlots();
    this.over = el('section', { class: 'place', 'aria-label': 'One place over time', hidden: true },
      el('header', {}, this.overName = el('h3'), el('button', { type: 'button', class: 'close', 'aria-label': 'Close the charts', on: { click: () => state.set({ place: null, over: null }) } }, '\u00d7')),
      this.overNote = quiet('Nothing of it ended in this range.'), this.plots.node);
    this.summary = el('span', { class: 'summary' });
    this.files = FORMATS.map(([format, label, title]) => el('a', { title, download: '', 'data-format': format }, label));
    this.empty = quiet();
    this.node = el('section', { class: 'view calltree', 'aria-label': 'Call tree' },
      el('div', { class: 'tools' },
        this.search, this.kind.node, this.meter, this.fold, this.splits, this.disabled,
        el('button', { type: 'button', on: { click: () => { this.#openHotPath(); this.#draw(); } } }, 'Hot path'),
        el('button', { type: 'button', on: { click: () => { this.tree.open.clear(); this.#draw(); } } }, 'Close all'),
        el('details', { class: 'chooser' }, el('summary', { title: 'This tree as a file that another viewer opens' }, 'Export'), el('div', { class: 'menu' }, this.files)),
        this.summary),
      this.explained.node, this.over, this.holder, this.table.node, this.empty);
  }

  #meter() {
    return METERS.find((meter) => meter.label === state.get('meter')) || METERS[0];
  }

  async refresh(signal) {
    // The series of a place is of all work: beside the tree of some of it, it would be another's. It stands beside the tree, never instead of it.
    const place = this.#isNarrowed() ? null : state.get('place');
    const [answer, series] = await Promise.all([
      api.calltree({ limit: state.get('search') ? MOST : this.limit, fold: state.get('fold'), splits: state.get('splits'), disabled: state.get('disabled'), ...this.kind.params() }, signal),
      place && api.placeSeries({ place }, signal).catch((failure) => {
        if (signal.aborted || failure instanceof api.SignedOut) throw failure;
        return { failure };
      })]);
    this.series = place && { ...series, place };
    this.nodes = linked([...answer.nodes.map(named), ...cutNodes(answer.cut)]);
    this.explained.update(answer.explained);
    this.leftOut = answer.leftOut || 0;
    this.missing = missing(answer.narrowed);
    this.#arrange();
    if (!this.arranged && this.roots.length > 0) {
      this.arranged = true;
      this.#openHotPath();
    }
    this.render();
  }

  /** Largest first at every level, by the meter chosen; wall time without waiting for work. */
  #arrange() {
    const { label } = this.#meter();
    const size = (node) => (label === 'wall' && node.work ? node.work.total : reading(node, label, 'total')) || 0; // waiting for work comes last
    const ordered = sorted(this.nodes || [], size, true);
    for (const node of ordered) node.inside = [];
    this.roots = [];
    for (const node of ordered) (node.above ? node.above.inside : this.roots).push(node);
    for (const node of ordered) if (!node.isCut) this.#addRest(node, label);
    this.whole = this.roots.reduce((sum, node) => sum + (reading(node, label, 'total') || 0), 0);
  }

  /** What of a total is neither the node's own nor inside, as a row of its own. */
  #addRest(node, label) {
    const rest = (reading(node, label, 'total') || 0) - (reading(node, label, 'self') || 0) - node.inside.reduce((sum, child) => sum + (reading(child, label, 'total') || 0), 0);
    if (rest <= (reading(node, label, 'total') || 0) * LEAST_REST) return;
    const also = node.meteringHas || [];
    const several = also.includes('rest') ? 'without a row' : 'metering';
    const title = [TAKEN, ...also.map((each) => ALSO[each])].join(', ');
    node.inside.push({ id: `rest ${node.id}`, above: node, path: `${node.path} rest`, inside: [], class: '', method: `[${several}]`, several, title, count: null, errors: null, meters: { [label]: { total: rest, self: rest } } });
  }

  #openHotPath() {
    const { label } = this.#meter();
    let [node] = this.roots;
    for (let level = 0; level < DEEPEST && node && (reading(node, label, 'total') || 0) >= this.whole * WARM; level++) {
      if (node.inside.length > 0) this.tree.open.add(node.path);
      [node] = node.inside;
    }
  }

  /** What is left of the tree when only paths to a match are kept. */
  #matching(search) {
    const kept = new Map();
    for (const node of [...this.nodes].reverse()) { // what is called stands behind its caller
      const match = fullName(node).toLowerCase().includes(search);
      if (match || kept.has(node)) {
        kept.set(node, match);
        if (node.above && !kept.has(node.above)) kept.set(node.above, false);
      }
    }
    const copies = new Map();
    const copy = (node) => copies.get(node) || copies.set(node, { ...node, inside: [], match: kept.get(node) }).get(node);
    for (const node of kept.keys()) copy(node).inside = node.inside.filter((inside) => kept.has(inside)).map(copy);
    return this.roots.filter((node) => kept.has(node)).map(copy);
  }

  #columns() {
    const meter = this.#meter();
    const value = (view) => (line) => reading(line.item, meter.label, view);
    const columns = [
      { id: 'name', label: 'Call', group: '', render: (cell, line) => this.#name(this.tree.cell(cell, line), line.item) },
      { id: 'share', label: 'share', group: nameOf(meter), title: 'Total as a share of the whole tree; the darker part is self time', render: (cell, line) => this.#share(cell, line.item) },
      { id: 'total', label: 'total', group: nameOf(meter), unit: meter.unit, value: value('total'), title: 'Inner calls included' },
      { id: 'self', label: 'self', group: nameOf(meter), unit: meter.unit, value: value('self'), title: 'Metered inner calls left out' },
      { id: 'mean', label: 'per call', group: nameOf(meter), unit: meter.unit, value: value('mean'), title: MEAN },
      { id: 'max', label: 'max', group: nameOf(meter), unit: meter.unit, value: value('max'), title: 'The largest single call' },
      { id: 'count', label: 'count', group: 'Calls', unit: 'count', value: (line) => line.item.count, title: 'Finished calls' },
      { id: 'errors', label: 'errors', group: 'Calls', unit: 'count', class: 'errors', value: (line) => line.item.errors, title: 'Calls that ended with an exception' },
    ];
    if (this.nodes.some((node) => reading(node, meter.label, 'p50') !== undefined)) {
      for (const which of QUANTILES) {
        columns.push({ id: which, label: which, group: 'Percentiles', unit: meter.unit, value: value(which) });
      }
    }
    // Another meter is another unit: the cells are made anew.
    return columns.map((column) => ({
      ...column, id: `${meter.label} ${column.id}`, after: column.unit === meter.unit && column.value ? (cell, line) => partialMark(meter.label, column.id)(cell, line.item) : undefined,
    }));
  }

  #name(holder, node) {
    if (node.several) writeName(holder, { class: '', method: node.several, title: node.title });
    else if (node.split) writeNode(holder, node);
    else writeName(holder, node);
    writeMarks(holder, node, isIdle(node));
    this.#badges(holder, node);
    this.#scripted(holder, node);
    this.#overTime(holder, node);
    this.#further(holder, node);
    // Folded recursion says how many calls of it were open at a time at most.
    holder.dataset.levels = node.levels > 1 ? `\u00d7 ${count(node.levels)} deep` : '';
  }

  /** What payloads came from here; leads to them. */
  #badges(holder, node) {
    const badges = Object.entries(node.payloads || {});
    let row = holder.parentElement.querySelector('.payload-badges');
    if (!row && badges.length > 0) holder.after(row = el('span', { class: 'payload-badges' }));
    if (!row) return;
    row.replaceChildren(...badges.map(([probe, sums]) => el('a', { class: 'badge', title: `Payloads of ${probe}`, href: state.linkTo('probes', { probe }) }, `${count(sums.count)} \u00b7 ${duration(sums.total)}`)));
  }

  /** The way to what was left out. */
  #further(holder, node) {
    let button = holder.parentElement.querySelector('.further');
    if (!button && node.isCut) {
      button = el('button', { type: 'button', class: 'script further', title: 'Fetch these too', on: { click: () => { this.limit = Math.min(MOST, 5 * this.limit); state.again(); } } }, 'show');
      holder.parentElement.append(button);
    }
    if (button) button.hidden = !node.isCut || this.limit >= MOST;
  }

  /** The way to the place over time. */
  #overTime(holder, node) {
    let button = holder.parentElement.querySelector('.over');
    if (!button) {
      button = el('button', { type: 'button', class: 'script over', title: 'The calls at this place over time', on: { click: () => state.set({ place: holder.closest('tr').row.item.place }) } }, 'over time');
      holder.parentElement.append(button);
    }
    button.hidden = !node.place;
    button.setAttribute('aria-label', `${fullName(node)} over time`);
  }

  /** Whether the tree is of the work in a context or in requests of a kind. */
  #isNarrowed() {
    return Boolean(state.get('context') || state.get('name'));
  }

  /** The chosen place over time, named by those that lead to it. */
  #plot() {
    const place = this.#isNarrowed() ? null : state.get('place');
    this.over.hidden = !place;
    if (!place) return;
    const node = this.nodes.find((one) => String(one.place) === place);
    const path = [];
    for (let one = node; one; one = one.above) path.unshift(shortName(one));
    const series = this.series && this.series.place === place ? this.series : null;
    const failure = series && series.failure;
    setText(this.overName, path.length > PATH ? `\u2026 \u203a ${path.slice(-PATH).join(' \u203a ')}` : path.join(' \u203a ') || (failure ? 'A place over time' : 'A place that is left out here'));
    this.overName.title = path.join(' \u203a ');
    this.overNote.hidden = !series || !failure && series.points.length > 0;
    setText(this.overNote, failure ? failure.message : 'Nothing of it ended in this range.');
    this.plots.show(failure ? null : series, !(node && lacksCalls(node)));
  }

  /** The way to a script at this method; a splitting node, or a place of no class, is none. */
  #scripted(holder, node) {
    let button = holder.parentElement.querySelector('.script:not(.further, .over)');
    if (!button) {
      button = el('button', { type: 'button', class: 'script', title: 'Record what its calls are about, by a script', on: { click: () => openScripts(holder.closest('tr').row.item) } }, 'script');
      holder.parentElement.append(button);
    }
    button.hidden = !isMethod(node);
    button.setAttribute('aria-label', `Script at ${fullName(node)}`);
  }

  /** Right click; with a key or a selection it is the browser's own. */
  #menu(event) {
    const row = event.target.closest('tr');
    if (!row || !row.row || !isMethod(row.row.item) || event.shiftKey || event.ctrlKey || String(window.getSelection())) return;
    event.preventDefault();
    openScripts(row.row.item);
  }

  #share(cell, node) {
    const { label } = this.#meter();
    if (!cell.firstElementChild) cell.append(el('div', { class: 'gauge', 'aria-hidden': 'true' }, el('span', { class: 'all' }), el('span', { class: 'own' })), el('span', { class: 'share' }));
    const part = (view) => (this.whole > 0 ? Math.min(1, (reading(node, label, view) || 0) / this.whole) : 0);
    const [all, own] = cell.firstElementChild.children;
    all.style.width = `${part('total') * 100}%`;
    own.style.width = `${part('self') * 100}%`;
    setText(cell.lastElementChild, percent(part('total')));
  }

  #decorate(row, line) {
    this.tree.decorate(row, line);
    row.classList.toggle('match', Boolean(line.item.match));
    row.classList.toggle('failing', line.item.errors > 0);
    row.classList.toggle('aside', Boolean(line.item.several || line.item.off || isIdle(line.item)));
  }

  render() {
    syncSearch(this.search);
    this.kind.sync();
    syncCheckbox(this.fold, state.get('fold') === 'true');
    syncCheckbox(this.disabled, state.get('disabled') === 'true');
    fillSelect(this.meter, CHOICES, this.#meter().label);
    for (const link of this.files) {
      const { format } = link.dataset;
      link.href = api.calltreeFile({ format, measure: format === 'collapsed' ? this.#meter().label : null, fold: state.get('fold'), splits: state.get('splits'), disabled: state.get('disabled'), ...this.kind.params() });
    }
    if (!this.nodes) return;
    this.#plot();
    if (this.drawnOf !== this.nodes || this.drawnAs !== CallTree.#as()) this.#draw(); // a place that is chosen moves nothing in the tree
  }

  /** How the link says that the tree is shown. */
  static #as() {
    return JSON.stringify([state.get('search'), state.get('meter'), state.linkTo('probes', {})]);
  }

  /** Table and picture: to lay out both takes longer than a click may. */
  #draw() {
    if (!this.nodes) return;
    [this.drawnOf, this.drawnAs] = [this.nodes, CallTree.#as()];
    this.#arrange();
    const search = (state.get('search') || '').toLowerCase();
    const roots = search ? this.#matching(search) : this.roots;
    const lines = this.tree.visible(roots, Boolean(search));
    this.table.setColumns(this.#columns());
    this.table.update(lines);
    this.tree.settle();
    this.holder.hidden = lines.length === 0 || Boolean(search);
    if (!this.holder.hidden) this.icicle.draw(roots, this.#meter());
    const notes = [lines.length && `${count(lines.length)} rows shown`, this.tree.cut && 'more are open: close some, search, or fold recursion',
      this.leftOut && `${count(this.leftOut)} cheaper places left out`, !this.holder.hidden && this.icicle.cut && `the picture shows ${this.icicle.cut} levels`];
    setText(this.summary, [...notes, this.missing].filter(Boolean).join(' \u00b7 '));
    this.table.node.hidden = lines.length === 0;
    this.empty.hidden = lines.length > 0;
    setText(this.empty, search ? `Nothing in the tree contains "${state.get('search')}".` : 'No metered method was called in this range.');
  }
}
