// The bar at the top: whose figures, of which time, live or held; and whether the server and the application are there.

import * as state from './state.js';
import { sayMoved, textOf } from './contextname.js';
import { fillSelect, filter, select } from './controls.js';
import { leftOf, lossesOf, lossNotice } from './counters.js';
import { el, icon, setAttribute, setText } from './dom.js';
import { rangePicker } from './rangepicker.js';
import { RANGES } from './ranges.js';
import { clock, format, moment } from './units.js';

const FIXED = 'fixed'; // from and to, as the link says
const PAUSE = 'M5.5 3v10M10.5 3v10';
const PLAY = 'M5 3l8 5-8 5z';
const MOON = 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z';
const SUN = 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1';

/** Whether an instance is there, said that it ended, or vanished. */
const stateOf = (one) => (one.connected ? 'connected' : one.complete ? 'ended' : 'lost');
const NOTES = { connected: '', ended: ' (ended)', lost: ' (lost)' };

export class TopBar {
  constructor(holder, { onPause }) {
    this.application = select('Application', [], '', state.setApplication);
    this.instance = select('Instance', [], '', (instance) => state.set({ instance, place: null })); // places of another one have other numbers
    this.range = select('Time range', RANGES, state.get('last') || state.DEFAULT_LAST, (last) => { if (last !== FIXED) state.set({ last, from: null, to: null }); });
    this.times = rangePicker();
    this.moved = el('span', { class: 'moved', role: 'status', hidden: true });
    this.connection = el('span', { class: 'connection', role: 'status' }, el('i', { 'aria-hidden': 'true' }), el('span', {}, 'connecting'));
    this.lossesHolder = el('span', { class: 'losses-holder' });
    this.context = el('span', { class: 'filters' });
    this.pause = el('button', { type: 'button', class: 'pause', 'aria-pressed': 'false' });
    this.pause.addEventListener('click', () => {
      const paused = this.pause.getAttribute('aria-pressed') !== 'true';
      this.#showPaused(paused);
      onPause(paused);
    });
    this.#showPaused(false);
    this.theme = el('button', { type: 'button', class: 'theme', on: { click: () => window.simTheme.toggle() } });
    window.simTheme.onChange(() => this.#showTheme());
    this.#showTheme();
    this.refused = [];
    this.lost = [];
    this.lostIn = null; // the range these are of, by the server's clock
    this.application.hidden = this.instance.hidden = this.range.hidden = this.times.hidden = true; // until there is something to choose
    this.brand = el('h1', { class: 'brand' }, icon('M1 9h3l2-6 3 10 2-6 1 2h3'), el('b', {}, 'SIM'));
    holder.append(
      this.brand,
      el('div', { class: 'pickers' }, this.application, this.instance, this.range, this.times, this.moved, this.context),
      el('div', { class: 'state' }, el('span', { id: 'session' }), this.lossesHolder, this.connection, this.pause, this.theme));
  }

  #showPaused(paused) {
    setAttribute(this.pause, 'aria-pressed', String(paused));
    this.pause.title = paused ? 'Paused: press to follow again' : 'Refreshed every 5 s: press to pause';
    this.pause.replaceChildren(icon(paused ? PLAY : PAUSE), el('span', {}, paused ? 'Paused' : 'Live'));
  }

  #showTheme() {
    const dark = window.simTheme.current() === 'dark';
    this.theme.replaceChildren(icon(dark ? SUN : MOON));
    this.theme.title = dark ? 'Light colours' : 'Dark colours';
    this.theme.setAttribute('aria-label', this.theme.title);
  }

  /** Shows what the server said about its applications. */
  update(applications) {
    const names = [...new Set(applications.map((one) => one.name))].sort();
    const name = state.get('application');
    fillSelect(this.application, names.map((one) => [one, one]), name);
    const own = applications.filter((one) => one.name === name && one.instance); // of one whose instances are gone only sums are left
    const labels = own.map((one) => [one.instance, `${one.host} \u00b7 ${one.pid}${one.version ? ` \u00b7 ${one.version}` : ''}${NOTES[stateOf(one)]}`]);
    // One instance needs no choice: it stands for all.
    const choices = own.length === 1 ? [['', labels[0][1]]] : [['', own.length ? `all ${own.length} instances` : 'no instance any more'], ...labels];
    fillSelect(this.instance, choices, own.length === 1 ? '' : state.get('instance') || '');
    this.application.hidden = this.instance.hidden = this.range.hidden = this.times.hidden = names.length === 0;
    this.#showRange();
    this.#showContext();
    const shown = own.filter((one) => !state.get('instance') || one.instance === state.get('instance'));
    this.#showLosses([...(this.lostIn ? leftOf(shown, this.lostIn) : []), ...this.lost, ...this.refused]);
    const states = new Set(shown.map(stateOf));
    this.#showConnection(['connected', 'lost', 'ended'].find((one) => states.has(one)) || 'waiting');
  }

  /** The range of the link: the last so much, or from and to. */
  #showRange() {
    const [last, from, to] = [state.get('last'), state.get('from'), state.get('to')];
    const others = last && !RANGES.some(([range]) => range === last) ? [[last, `last ${last}`]] : [];
    if (from || to) others.push([FIXED, `${from ? clock(Number(from)) : `last ${last || state.DEFAULT_LAST}`} \u2013 ${to ? clock(Number(to)) : 'now'}`]);
    fillSelect(this.range, [...RANGES, ...others], from || to ? FIXED : last || state.DEFAULT_LAST);
    sayMoved(this.moved);
    this.range.title = from || to ? `From ${from ? moment(Number(from)) : '\u2026'} to ${to ? moment(Number(to)) : 'now'}` : '';
  }

  /** The context whose work alone is shown: in every view that it narrows until it is lifted, for other applications' work in it too. */
  #showContext() {
    const context = state.get('context') || '';
    this.context.hidden = !state.narrowedTo();
    if (this.context.dataset.context === context) return;
    this.context.dataset.context = context;
    this.context.replaceChildren(...(context ? [filter(textOf(context), () => state.set({ context: null }))] : []));
    this.context.title = `Only the work in ${context} and in the contexts inside it`;
  }

  /** What the server says of itself: its version and store, and what it refused. */
  describe(health) {
    if (!health) return;
    this.refusedBefore ||= health.refused || {}; // what was refused before this page was opened is on the tab Server
    this.refused = Object.entries(health.refused || {})
      .map(([kind, value]) => ({ kind: `server refused: ${kind}`, count: value - (this.refusedBefore[kind] || 0) })).filter((one) => one.count > 0);
    this.brand.title = `SIM ${health.version || ''}, up for ${format(health.uptimeNanos, 'ns')}`
      + (health.storeBytes === undefined ? '' : `, store ${format(health.storeBytes, 'bytes')}, ${format(health.connections, 'count')} connected`);
  }

  /** What the applications lost in the range; of the instance chosen, if one is. */
  losses(answer) {
    this.lost = lossesOf(answer ? answer.losses : []);
    this.lostIn = answer;
  }

  away() {
    this.#showConnection('away');
  }

  #showLosses(losses) {
    const signature = JSON.stringify(losses);
    if (this.lossesHolder.signature === signature) return;
    this.lossesHolder.signature = signature;
    const open = Boolean(this.lossesHolder.querySelector('details[open]'));
    const notice = lossNotice(losses);
    if (notice) notice.open = open;
    this.lossesHolder.replaceChildren(...(notice ? [notice] : []));
  }

  #showConnection(kind) {
    const words = {
      connected: ['connected', 'The application is connected and reporting'],
      ended: ['ended', 'The application has ended: all it reported is kept'],
      lost: ['lost', 'The connection was lost before the application said that it ended: it was killed, or will be back. What it reported until then is kept'],
      waiting: ['waiting', 'The server is there; no application has connected'],
      away: ['server away', 'The server does not answer'],
    };
    this.connection.dataset.kind = kind;
    setText(this.connection.lastElementChild, words[kind][0]);
    [, this.connection.title] = words[kind];
  }
}
