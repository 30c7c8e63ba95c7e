// A line for each control object: what it did when, coloured by event type. Where it shows nothing, it was idle.

import * as api from './api.js';
import { quiet } from './controls.js';
import { el, keyed, setText } from './dom.js';
import { clock, duration } from './units.js';

const PALETTE = ['--plot-1', '--plot-2', '--plot-3', '--plot-4', '--plot-5', '--plot-6'];
const SHORTEST = 1.5; // pixels
const NARROWEST = 120; // pixels
const GAP = 10; // pixels between label and line, as the style has it

export class ObjectTimeline {
  constructor() {
    this.lines = [];
    this.legend = el('div', { class: 'legend' });
    this.rows = el('div', { class: 'objects' });
    this.axis = el('div', { class: 'ends' }, el('span'), el('span'));
    this.empty = quiet('No payload of a control object in this range.');
    this.node = el('div', { class: 'figures-holder object-timeline', tabindex: '0', role: 'group', 'aria-label': 'Timeline of control objects' }, this.legend, this.rows, this.axis, this.empty);
  }

  async refresh(probe, params, signal) {
    this.lines = (await api.payloads('timeline', params, signal)).lines;
  }

  render(probe) {
    const spans = this.lines.flatMap((line) => line.spans);
    this.empty.hidden = spans.length > 0;
    this.legend.hidden = this.axis.hidden = spans.length === 0;
    const from = spans.reduce((least, span) => Math.min(least, span.startMicros), Infinity);
    const to = spans.reduce((most, span) => Math.max(most, span.startMicros + span.durationNanos / 1000), from + 1);
    const types = probe.types.length ? probe.types : [{ name: '', colour: -1 }];
    const colours = new Map(types.map((type, index) => [type.name, type.colour >= 0 ? `#${type.colour.toString(16).padStart(6, '0')}` : `var(${PALETTE[index % PALETTE.length]})`]));
    const colourOf = (type) => colours.get(type) || `var(${PALETTE[0]})`;
    keyed(this.legend, types, (type) => type.name, () => el('span', { class: 'now' }, el('i', { 'aria-hidden': 'true' }), el('span')), (node, type) => {
      node.firstElementChild.style.backgroundColor = colourOf(type.name);
      setText(node.lastElementChild, type.name || 'payload');
    });
    keyed(this.rows, this.lines, (line) => `${line.instance} ${line.object} ${line.name}`, () => el('div', { class: 'object' }, el('span', { class: 'label' }, el('bdi', { dir: 'ltr' })), el('canvas', { role: 'img' })), (row, line) => {
      setText(row.firstElementChild.firstElementChild, line.name);
      row.firstElementChild.title = line.name;
      this.#draw(row.lastElementChild, line, from, to, colourOf);
    });
    if (spans.length > 0) {
      setText(this.axis.firstElementChild, clock(from / 1000, true));
      setText(this.axis.lastElementChild, clock(to / 1000, true));
    }
  }

  #draw(canvas, line, from, to, colourOf) {
    const row = canvas.parentElement; // its label takes less room on a telephone
    const width = Math.max(NARROWEST, row.clientWidth - row.firstElementChild.offsetWidth - GAP);
    const ratio = window.devicePixelRatio || 1;
    canvas.width = width * ratio;
    canvas.height = 18 * ratio;
    canvas.style.width = `${width}px`;
    canvas.style.height = '18px';
    const context = canvas.getContext('2d');
    const styles = getComputedStyle(document.documentElement);
    const paint = (colour) => (colour.startsWith('var(') ? styles.getPropertyValue(colour.slice(4, -1)).trim() : colour);
    const x = (micros) => ((micros - from) / (to - from)) * width * ratio;
    context.fillStyle = styles.getPropertyValue('--sunken').trim();
    context.fillRect(0, 7 * ratio, width * ratio, 4 * ratio);
    for (const { startMicros: start, durationNanos: nanos, type } of line.spans) {
      context.fillStyle = paint(colourOf(type));
      context.fillRect(x(start), 1 * ratio, Math.max(SHORTEST * ratio, x(start + nanos / 1000) - x(start)), 16 * ratio);
    }
    canvas.setAttribute('aria-label', `${line.name}: ${line.spans.length} spans, busy ${duration(line.spans.reduce((sum, span) => sum + span.durationNanos, 0))}`);
  }
}
