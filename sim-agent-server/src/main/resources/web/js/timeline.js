// When each context was current on which thread of which process. Dragging over it widens a part to the whole; lines lead
// to the threads a context was handed to, and to contexts begun in it elsewhere.

import * as state from './state.js';
import { el, setText } from './dom.js';
import { extent, family, lanesOf } from './lanes.js';
import { clock, duration, moment } from './units.js';

const LEVEL = 22; // px, a bar with the gap below it
const COLOURS = 6;
const TICKS = 8; // at most
const MOST = 4000; // bars; what is beyond is said
const SVG = 'http://www.w3.org/2000/svg';

export class Timeline {
  constructor({ onChoose, onSpan }) {
    Object.assign(this, { onChoose, onSpan, colours: new Map(), focused: null });
    this.out = el('button', { type: 'button', title: 'Twice as much time (key -)', on: { click: () => this.#zoom(2) } }, 'Zoom out');
    this.whole = el('button', { type: 'button', title: 'All contexts shown (key 0)', on: { click: () => onSpan(null) } }, 'Whole');
    this.in = el('button', { type: 'button', title: 'Half as much time (key +). Or drag over the part you want', on: { click: () => this.#zoom(0.5) } }, 'Zoom in');
    this.tools = el('span', { class: 'zoom', role: 'group', 'aria-label': 'Part of the time' }, this.in, this.out, this.whole);
    this.corner = el('span', { class: 'corner' });
    this.ticks = el('div', { class: 'track' });
    this.lines = document.createElementNS(SVG, 'svg');
    this.lines.setAttribute('class', 'hands');
    this.lines.setAttribute('aria-hidden', 'true');
    this.lanes = el('div', { class: 'lanes' });
    this.drag = el('div', { class: 'drag', hidden: true });
    this.more = el('p', { class: 'quiet', hidden: true });
    this.node = el('div', { class: 'timeline scroller', role: 'group', 'aria-label': 'Timeline of contexts' },
      el('div', { class: 'axis' }, this.corner, this.ticks), el('div', { class: 'chart' }, this.lanes, this.lines, this.drag), this.more);
    this.lanes.addEventListener('pointerdown', (event) => this.#dragFrom(event));
    this.node.addEventListener('keydown', (event) => this.#key(event));
  }

  show(shown) {
    this.node.hidden = this.tools.hidden = !shown;
  }

  /** Draws contexts that were arranged into trees; open ones reach `until`. */
  draw(contexts, until, chosen) {
    const whole = extent(contexts, until);
    this.span = this.#wanted(whole) || whole;
    const [from, to] = this.span;
    const family_ = chosen ? family(chosen) : null;
    const bars = [];
    const processes = lanesOf(contexts, until).map((process) => ({
      ...process,
      threads: process.threads.map((lane) => ({ ...lane, bars: lane.bars.filter((bar) => bar.to >= from && bar.from <= to && bars.length < MOST && bars.push(bar)) }))
        .filter((lane) => lane.bars.length > 0),
    })).filter((process) => process.threads.length > 0);
    this.whole.disabled = !state.get('span');
    this.#axis();
    const focusedKey = this.lanes.contains(document.activeElement) ? document.activeElement.key : null;
    const several = new Set(processes.map((process) => process.application));
    this.lanes.replaceChildren(...processes.map((process) => this.#process(process, several.size < processes.length, family_, chosen)));
    this.#rove(focusedKey);
    this.#hands(bars, family_);
    this.more.hidden = bars.length < MOST;
    setText(this.more, `Only the first ${MOST} are drawn: choose a part of the time, or narrow the contexts.`);
  }

  /** The part the link asks for. */
  #wanted(whole) {
    const [from, to] = (state.get('span') || '').split('-').map(Number);
    return Number.isFinite(from) && to > from && from < whole[1] && to > whole[0] ? [from, to] : null;
  }

  #at(micros) {
    const [from, to] = this.span;
    return Math.min(1, Math.max(0, (micros - from) / (to - from))) * 100;
  }

  #axis() {
    const [from, to] = this.span;
    setText(this.corner, clock(from / 1000, true));
    this.corner.title = `${moment(from / 1000)}, and ${duration((to - from) * 1000)} from there`;
    const rough = (to - from) / TICKS;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough);
    const marks = [];
    for (let tick = step; tick < to - from; tick += step) {
      const mark = el('span', { class: 'tick' }, `+${duration(Math.round(tick * 1000))}`);
      mark.style.left = `${this.#at(from + tick)}%`;
      marks.push(mark);
    }
    this.ticks.replaceChildren(...marks);
  }

  #process(process, named, family_, chosen) {
    const name = named ? `${process.application} ${process.instance.slice(0, 8)}` : process.application;
    return el('section', { class: 'process', 'aria-label': `Process ${name}` },
      el('h3', { title: `Instance ${process.instance}` }, name),
      process.threads.map((lane) => {
        const levels = Math.max(...lane.bars.map((bar) => bar.level)) + 1;
        const track = el('div', { class: 'track' }, lane.bars.map((bar) => this.#bar(bar, family_, chosen)));
        track.style.height = `${levels * LEVEL + 2}px`;
        return el('div', { class: 'lane' }, el('span', { class: 'thread', title: lane.name || 'A thread without a name' }, lane.name || '(no name)'), track);
      }));
  }

  #bar(bar, family_, chosen) {
    const { context } = bar;
    const related = !family_ || family_.has(context);
    const node = el('button', {
      type: 'button', tabindex: '-1', 'aria-pressed': String(context === chosen), title: this.#title(bar),
      class: ['stay', `c${this.#colour(context)}`, bar.times > 1 && 'several', bar.open && 'open', context.error && 'failed', !related && 'aside'].filter(Boolean).join(' '),
      on: { click: () => this.onChoose(context) },
    }, el('span', {}, context.name), el('small', {}, Object.values(context.values || {}).slice(0, 1).map(String)));
    node.key = `${context.id} ${bar.thread} ${bar.from}`;
    node.style.left = `${this.#at(bar.from)}%`;
    node.style.width = `calc(${this.#at(bar.to) - this.#at(bar.from)}% - 1px)`;
    node.style.top = `${bar.level * LEVEL + 2}px`;
    bar.node = node;
    return node;
  }

  #title(bar) {
    const { context } = bar;
    const values = Object.entries(context.values || {}).slice(0, 6).map(([key, value]) => `\n${key} = ${value}`).join('');
    return `${context.tag ? `${context.tag} ` : ''}${context.name}${context.error ? `: ${context.error}` : ''}`
      + `\n${duration((bar.to - bar.from) * 1000)}${bar.open ? ' so far' : ''} on ${bar.thread || 'a thread without a name'}`
      + `${bar.times > 1 ? `, ${bar.times} times between the first and the last` : ''}${values}`;
  }

  /** What has the same name has the same colour, as long as there are enough of them. */
  #colour(context) {
    const kind = `${context.tag} ${context.name}`;
    if (!this.colours.has(kind)) this.colours.set(kind, (this.colours.size % COLOURS) + 1);
    return this.colours.get(kind);
  }

  /** Lines to where work was handed: of the family of the one chosen, or of all while there is but one tree. */
  #hands(bars, family_) {
    const roots = new Set(bars.map((bar) => top(bar.context)));
    const drawn = family_ || roots.size === 1 ? bars.filter((bar) => !family_ || family_.has(bar.context)) : [];
    const byContext = new Map();
    for (const bar of drawn) byContext.set(bar.context, [...(byContext.get(bar.context) || []), bar]);
    const lines = [];
    for (const [context, own] of byContext) {
      const [first, ...others] = own;
      const before = (byContext.get(context.outer) || []).filter((bar) => bar.from <= first.from);
      const running = before.filter((bar) => bar.to >= first.from);
      // Begun on a thread its outer one was current on, or handed from the last that was.
      const outer = running.find((bar) => bar.lane === first.lane) || running[0] || before[before.length - 1];
      if (outer) lines.push(this.#hand(outer, first));
      for (const other of others) lines.push(this.#hand(first, other));
    }
    this.lines.replaceChildren(...lines.filter(Boolean));
  }

  /** A line from one thread to another; none on the same. */
  #hand(from, to) {
    if (from.lane === to.lane) return null;
    const origin = this.lanes.getBoundingClientRect().top;
    const [above, below] = [from.node.getBoundingClientRect(), to.node.getBoundingClientRect()];
    const down = below.top > above.top;
    const line = document.createElementNS(SVG, 'line');
    const ends = {
      x1: `${this.#at(Math.min(from.to, to.from))}%`, y1: (down ? above.bottom : above.top) - origin,
      x2: `${this.#at(to.from)}%`, y2: (down ? below.top : below.bottom) - origin,
    };
    for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value);
    return line;
  }

  #zoom(factor, around = (this.span[0] + this.span[1]) / 2) {
    const half = Math.max(5, ((this.span[1] - this.span[0]) * factor) / 2);
    this.onSpan(`${Math.floor(around - half)}-${Math.ceil(around + half)}`);
  }

  /** One bar can be reached by Tab; the arrows lead on, in the order they began. */
  #rove(key) {
    const all = [...this.lanes.querySelectorAll('.stay')];
    const now = all.find((bar) => bar.key === (key || this.focused)) || all[0];
    if (!now) return;
    now.tabIndex = 0;
    if (key) now.focus({ preventScroll: true });
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const here = event.target.closest('.stay');
    const all = [...this.lanes.querySelectorAll('.stay')];
    const go = (next) => {
      if (!next || !here) return;
      here.tabIndex = -1;
      next.tabIndex = 0;
      this.focused = next.key;
      next.focus();
    };
    const step = (by) => () => go(all[all.indexOf(here) + by]);
    const moves = {
      ArrowRight: step(1), ArrowDown: step(1), ArrowLeft: step(-1), ArrowUp: step(-1), Home: () => go(all[0]), End: () => go(all[all.length - 1]),
      '+': () => this.#zoom(0.5), '-': () => this.#zoom(2), 0: () => this.onSpan(null),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    moves[event.key]();
  }

  #dragFrom(event) {
    const track = event.button === 0 && this.lanes.querySelector('.track');
    if (!track) return;
    const { left, width } = track.getBoundingClientRect();
    const chart = this.lanes.getBoundingClientRect();
    if (event.clientX < left) return;
    const share = (x) => Math.min(1, Math.max(0, (x - left) / width));
    const begun = event.clientX;
    const move = (at) => {
      if (Math.abs(at.clientX - begun) < 5) return; // a click on a bar is no drag
      this.drag.hidden = false;
      this.drag.style.left = `${left - chart.left + Math.min(share(begun), share(at.clientX)) * width}px`;
      this.drag.style.width = `${Math.abs(share(at.clientX) - share(begun)) * width}px`;
    };
    const up = (at) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      const dragged = !this.drag.hidden && at.type === 'pointerup';
      this.drag.hidden = true;
      if (!dragged) return;
      addEventListener('click', (click) => click.stopPropagation(), { capture: true, once: true }); // the bar it began on was not meant
      setTimeout(() => this.lanes.click()); // where no click follows, that one must not swallow the next
      const [from, to] = [share(begun), share(at.clientX)].sort((a, b) => a - b).map((part) => this.span[0] + part * (this.span[1] - this.span[0]));
      if (to - from >= 1) this.onSpan(`${Math.floor(from)}-${Math.ceil(to)}`);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  }
}

function top(context) {
  const seen = new Set();
  let outer = context;
  while (outer.outer && !seen.has(outer)) {
    seen.add(outer);
    outer = outer.outer;
  }
  return outer;
}
