// The flow contexts: which piece of work ran when and where, with which values, and what it cost. As a tree, or on a
// timeline over threads and processes; one of them in full beside it.

import * as api from './api.js';
import * as state from './state.js';
import { arrange } from './contextarrange.js';
import { ContextPanel, inside } from './contextpanel.js';
import { isOpen, isOver, rangeOfAll, restsUntil } from './contextname.js';
import { ContextTree } from './contexttree.js';
import { checkbox, filter, fillSelect, leastDuration, onThread, quiet, searchBox, segments, select, syncCheckbox, syncSearch, syncSegments } from './controls.js';
import { el, setAttribute, setText } from './dom.js';
import { fileLink } from './fileview.js';
import { whyNoRequests } from './onlycounted.js';
import { Timeline } from './timeline.js';
import { count } from './units.js';

const FIRST = 500; // contexts that are asked for; more when the reader comes to the end of them
const MOST = 5_000;
const WHOLE = 10_000; // contexts of a trace that the server answers with
const ORDERS = [['start', 'newest first'], ['duration', 'longest first'], ['errors', 'most errors first'], ['thread.cpu', 'most CPU first'], ['blocking.time', 'blocked longest first'], ['waiting.time', 'waited longest first'], ['alloc.bytes', 'most allocated first']];
const FIRSTS = { start: 'newest ', duration: 'longest ' };
/** What is not known of contexts that are only counted. */
const UNCOUNTED = ['search', 'open', 'least', 'thread', 'error', 'version', 'context'];
/** By which contexts are listed without what is inside them. */
const FILTERS = ['search', 'open', 'failed', 'least', 'name', 'thread', 'error', 'version'];
const ID = /^[0-9a-f]{16}$/;
const AS = [['tree', 'Tree', 'Each context under the one in which it began'], ['timeline', 'Timeline', 'When each context was current on which thread of which process']];

/** All that is known of a context, itself first: also what was read of its trace. */
const allOf = (chosen, trace) => (trace && trace.id === chosen.id && trace.context ? [chosen, trace.context, ...inside(trace.context)] : [chosen]);

export class Contexts {
  constructor() {
    const choose = (context) => state.set({ chosen: context.id === state.get('chosen') ? null : context.id });
    this.limit = FIRST;
    this.found = []; // of the link, where it is not listed
    this.tree = new ContextTree({ onChoose: choose, onSort: (column) => this.#sortBy(column.id), onEnd: () => this.#further(), changed: () => this.render() });
    this.timeline = new Timeline({ onChoose: choose, onSpan: (span) => state.set({ span }) });
    this.panel = new ContextPanel({ onZoom: (span) => state.set({ as: 'timeline', span }) });
    this.search = searchBox('Search names and values');
    this.as = segments('How contexts are shown', AS, (as) => state.set({ as: as === 'tree' ? null : as }));
    this.openOnly = checkbox('open only', state.get('open') === 'true', (open) => state.set({ open: open ? 'true' : null }));
    this.failed = checkbox('failed only', state.get('failed') === 'true', (failed) => state.set({ failed: failed ? 'true' : null }));
    this.order = select('Order of contexts', ORDERS, 'start', (sort) => state.set({ sort: sort === 'start' ? null : sort, up: null }));
    this.least = leastDuration();
    this.thread = onThread('Only contexts on a thread');
    this.kind = el('span', { class: 'filters' });
    this.whole = checkbox('whole traces', state.get('whole') === 'true', (whole) => state.set({ whole: whole ? 'true' : null }));
    this.whole.title = 'Also the other contexts of the same traces, in other applications too';
    this.summary = el('span', { class: 'summary' });
    this.empty = quiet();
    this.gone = quiet();
    this.gone.hidden = true;
    this.untraced = quiet();
    this.untraced.hidden = true;
    this.node = el('section', { class: 'view contexts', 'aria-label': 'Contexts' },
      this.tools = el('div', { class: 'tools' }, this.search, this.thread.node, this.as, this.order, this.least.node, this.kind, this.openOnly, this.whole, this.failed, this.timeline.tools, this.file = fileLink(), this.summary), this.gone, this.untraced,
      el('div', { class: 'beside' }, this.holder = el('div', { class: 'figures-holder' }, this.tree.node, this.timeline.node, this.empty), this.panel.node));
  }

  async refresh(signal) {
    if (this.#isWhole() && this.#hasAll(state.get('chosen'))) { // nothing else is in sight, and it stays as it is
      this.render();
      return;
    }
    const alone = state.get('wide') && state.get('chosen') ? await this.#chosenElsewhere([], signal) : [];
    const answer = alone.length > 0 ? { contexts: [], to: Date.now() } : await this.#list(signal); // a list that nobody sees is not asked for
    this.further = answer.contexts.length >= this.limit && this.limit < MOST;
    this.listed = answer.contexts.length;
    this.contexts = [...answer.contexts, ...alone.length > 0 ? alone : await this.#chosenElsewhere(answer.contexts, signal)];
    this.until = answer.to * 1000;
    this.roots = arrange(this.contexts);
    this.counted = this.contexts.length === 0 ? await this.#count(answer, signal) : 0;
    this.render();
    await this.#readTrace(signal);
    await this.panel.refresh(this.#shown(), signal, !this.fetched);
  }

  #list(signal) {
    return api.contexts({ search: state.get('search'), open: state.get('open'), whole: state.get('whole'), failed: state.get('failed'), least: state.get('least'), name: state.get('name'), tag: state.get('tag'), sort: state.get('sort'), up: state.get('up'), thread: state.get('thread'), error: state.get('error'), version: state.get('version'), limit: this.limit }, signal);
  }

  /** How many are counted of those that the list has none of; 0 where that is not known, null where there are some in a wider range. */
  async #count(listed, signal) {
    if (UNCOUNTED.some((name) => state.get(name))) return 0;
    const { from, to, points } = await api.kindSeries({ name: state.get('name'), tag: state.get('tag'), from: listed.from, to: listed.to, last: null }, signal);
    const number = points.reduce((sum, point) => sum + (state.get('failed') ? point.failed : point.contexts), 0);
    return number > 0 && (from !== listed.from || to !== listed.to) ? null : number;
  }

  /**
   * The context that the link names, and what is inside it, where it is not among those listed: a link opens it however old it is. It began before
   * what is inside it, so the oldest are asked for.
   */
  async #chosenElsewhere(listed, signal) {
    const id = state.get('chosen');
    this.missed = null;
    this.fetched = false;
    this.isPart = listed.length >= this.limit || FILTERS.some((name) => state.get(name));
    if (!id || listed.some((context) => context.id === id)) return [];
    const known = new Set(listed.map((context) => context.id));
    const isFound = this.panel.hasAll(id) && this.found.some((context) => context.id === id);
    const found = isFound ? this.found : ID.test(id) ? (await api.contexts({ context: id, from: 0, to: null, last: null, sort: 'start', up: true, limit: FIRST }, signal)).contexts : [];
    this.found = found;
    this.isPart = found.length >= FIRST;
    this.fetched = found.some((context) => context.id === id);
    if (!this.fetched) this.missed = id;
    return found.filter((context) => !known.has(context.id));
  }

  /** The trace may be too large, or the server too busy for it: the chosen one is shown all the same. */
  async #readTrace(signal) {
    const chosen = this.#chosen();
    let why = '';
    try {
      if (chosen && (chosen.trace || this.isPart)) await this.#askTrace(chosen, signal);
    } catch (failure) {
      if (signal.aborted || failure instanceof api.SignedOut) throw failure;
      why = `The rest of its trace, in other applications too, is not shown. ${failure.message}`;
      if (failure.isTooLarge) this.trace = { id: chosen.id, read: api.serverNow(), context: null, cut: why };
    }
    if (!why && chosen && this.trace && this.trace.id === chosen.id) why = this.trace.cut;
    this.untraced.hidden = !why;
    setText(this.untraced, why);
  }

  /**
   * The chosen one with all contexts of its trace, in every application, or with those inside it where it has none: asked for once, and again while
   * some of them may still come, ever less often.
   */
  async #askTrace(chosen, signal) {
    if (this.#hasTrace(chosen)) return;
    const now = api.serverNow();
    const first = await this.#traceOf(chosen, rangeOfAll(allOf(chosen, this.trace), now), signal);
    const all = allOf(chosen, first);
    const further = rangeOfAll(all, now); // of what outlives the request, now that it is known
    // what came since is the next round's, or each round would ask twice of what goes on
    const isShort = !isOver(all, first.read) && Math.min(further.to, now) > first.to;
    this.trace = isShort ? await this.#traceOf(chosen, further, signal) : first; // an answer that is too short would rest where the second question is broken off
  }

  async #traceOf(chosen, range, signal) {
    const read = api.serverNow();
    const [which, most, what] = chosen.trace ? [{ whole: true, limit: FIRST }, WHOLE, 'Of its trace the newest'] : [{ limit: MOST }, MOST, 'Of the contexts inside it the oldest'];
    const { contexts } = await api.contexts({ application: chosen.application, instance: null, context: chosen.id, ...which, ...range, last: null, sort: 'start', up: true }, signal);
    arrange(contexts);
    return {
      id: chosen.id, read, to: range.to, context: contexts.find((context) => context.id === chosen.id),
      cut: contexts.length >= most ? `${what} ${count(most)} contexts alone are shown.` : '',
    };
  }

  /** Whether its trace was read when all of it was stored, or so lately that it need not be read again: what is inside may go on after its end. */
  #hasTrace(chosen) {
    return Boolean(this.trace) && this.trace.id === chosen.id && api.serverNow() < restsUntil(allOf(chosen, this.trace), this.trace.read);
  }

  /** Whether there is nothing to ask now of a context that has ended, but by another page. */
  #hasAll(id) {
    const chosen = this.#chosen();
    return Boolean(chosen) && chosen.id === id && this.panel.hasAll(id) && (!(chosen.trace || this.isPart) || this.#hasTrace(chosen));
  }

  /** Whether one context alone is shown, over the whole width. */
  #isWhole() {
    return Boolean(state.get('wide') && this.#chosen());
  }

  /** What the panel shows. */
  #shown() {
    const chosen = this.#chosen();
    return chosen && this.trace && this.trace.id === chosen.id ? this.trace.context || chosen : chosen;
  }

  #sortBy(id) {
    const now = state.get('sort') || 'start';
    state.set({ sort: id === 'start' ? null : id, up: now === id && !state.get('up') ? 'true' : null });
  }

  #further() {
    if (!this.further) return;
    this.limit = Math.min(MOST, 4 * this.limit);
    state.again();
  }

  /** What the list is narrowed to beside the controls: the kind, the version, the exception. */
  #showFilters() {
    const kind = state.get('name') ? `${state.get('tag') ? `${state.get('tag')} ` : ''}${state.get('name')}` : '';
    const filters = [kind && [kind, { name: null, tag: null }], state.get('version') && [`version ${state.get('version')}`, { version: null }], state.get('error') && [state.get('error'), { error: null }]].filter(Boolean);
    const signature = JSON.stringify(filters);
    if (this.kind.signature === signature) return;
    this.kind.signature = signature;
    this.kind.replaceChildren(...filters.map(([text, lifted]) => filter(text, () => state.set(lifted))));
  }

  #chosen() {
    return (this.contexts || []).find((context) => context.id === state.get('chosen'));
  }

  render() {
    syncSearch(this.search);
    syncCheckbox(this.openOnly, state.get('open') === 'true');
    syncCheckbox(this.failed, state.get('failed') === 'true');
    const sort = state.get('sort') || 'start';
    fillSelect(this.order, !state.get('up') && ORDERS.some(([id]) => id === sort) ? ORDERS : [...ORDERS, ['', 'by the column chosen']], state.get('up') || !ORDERS.some(([id]) => id === sort) ? '' : sort);
    this.thread.sync();
    this.least.sync();
    this.#showFilters();
    setAttribute(this.file, 'href', state.linkTo('file', {}));
    syncCheckbox(this.whole, state.get('whole') === 'true');
    const timeline = state.get('as') === 'timeline';
    syncSegments(this.as, timeline ? 'timeline' : 'tree');
    if (!this.contexts) return;
    const none = this.contexts.length === 0;
    this.gone.hidden = !this.missed;
    setText(this.gone, this.missed ? `Context ${this.missed} is not stored in this application: it was not kept one by one, or the server has removed it since (--keep, --max-size). Its sums are in its kind.` : '');
    this.tree.node.hidden = none || timeline;
    this.timeline.show(!none && timeline);
    if (timeline && !none) this.timeline.draw(this.contexts, this.until, this.#chosen());
    else this.tree.update(this.roots, this.contexts, { id: sort, descending: !state.get('up') }, this.further);
    const open = this.contexts.filter((context) => isOpen(context) && !context.processGone).length;
    setText(this.summary, none ? '' : `${this.listed === this.limit && this.contexts.length === this.listed ? (FIRSTS[sort] || 'first ') : ''}${count(this.contexts.length)} contexts, ${count(open)} open`);
    this.empty.hidden = !none;
    setText(this.empty, this.counted > 0 ? whyNoRequests(this.counted, state.get('failed') === 'true')
      : this.counted === null ? 'No context of this range is kept one by one.'
      : state.get('search') ? `No context contains "${state.get('search')}" in this range.`
      : state.get('thread') || state.get('error') || state.get('least') || state.get('failed') || state.get('version') ? 'No context of this range is like that.'
      : state.get('context') ? 'This application has no such context in this range.'
        : 'No context in this range. A method marked @CreateContext opens one for as long as it runs.');
    this.panel.render(this.#shown(), !this.fetched);
    this.holder.hidden = this.tools.hidden = this.#isWhole();
  }
}
