// The payload probes: which query, which URL, which key. One probe at a time, with what it recorded in six ways.

import * as api from './api.js';
import * as state from './state.js';
import { checkbox, fillSelect, quiet, searchBox, segments, select, syncSearch, syncSegments } from './controls.js';
import { el, setText } from './dom.js';
import { ControlObjects } from './controlobjects.js';
import { ObjectTimeline } from './objecttimeline.js';
import { PayloadEvents } from './payloadevents.js';
import { PayloadHotSpots } from './payloadhotspots.js';
import { PayloadPlots } from './payloadplots.js';
import { PayloadTree } from './payloadtree.js';
import { openScripts, openTelemetry } from './scripteditor.js';
import { clock, count, duration } from './units.js';

const AS = [
  ['calltree', 'Call tree', 'The merged stacks, payloads as leaves'],
  ['hotspots', 'Hot spots', 'The payloads that took longest, and who asked for them'],
  ['events', 'Events', 'Single payloads, the newest first'],
  ['objects', 'Control objects', 'The long-lived things payloads belong to'],
  ['timeline', 'Timeline', 'What each control object did when'],
  ['telemetries', 'Telemetries', 'How often, how long, and the probe\u2019s own numbers'],
];
const SEARCHED = ['calltree', 'hotspots', 'events'];
const ASKED = 'Sent: the application obeys when it next reports.';

export class Probes {
  constructor() {
    this.parts = {
      calltree: new PayloadTree({ changed: () => this.render() }), hotspots: new PayloadHotSpots({ changed: () => this.render() }),
      events: new PayloadEvents(), objects: new ControlObjects(), timeline: new ObjectTimeline(), telemetries: new PayloadPlots(),
    };
    this.probe = select('Probe', [], '', (probe) => state.set({ probe, recording: null, compare: null, object: null, type: null, text: null }));
    this.recording = select('Recording', [], '', (recording) => state.set({ recording }));
    this.compare = select('Compare with', [], '', (compare) => state.set({ compare }));
    this.record = el('button', { type: 'button', class: 'record', 'data-needs': 'control', on: { click: () => this.#toggle() } });
    this.events = checkbox('with events', true, () => {});
    this.events.dataset.needs = 'control';
    this.events.title = 'Keep single payloads too, up to a bound';
    this.as = segments('What is shown', AS, (as) => state.set({ as: as === 'calltree' ? null : as }));
    this.search = searchBox('Search payloads');
    this.scripts = el('button', { type: 'button', 'data-needs': 'script', title: 'Probes without a class: a method, and an expression', on: { click: () => openScripts() } }, 'Scripts \u2026');
    this.number = el('button', { type: 'button', 'data-needs': 'script', title: 'A number of the application, once a second, by an expression', on: { click: () => openTelemetry(scriptName(this.#chosen())) } }, 'Telemetry \u2026');
    this.probe.hidden = this.recording.hidden = this.compare.hidden = true; // until there is something to choose
    this.said = el('span', { class: 'calm', role: 'status' });
    this.summary = el('span', { class: 'summary' });
    this.empty = quiet();
    this.holder = el('div', { class: 'figures-holder' });
    this.tools = el('div', { class: 'tools' }, this.as, this.search, this.compare, this.summary);
    this.head = el('div', { class: 'tools' }, this.probe, this.recording, this.record, this.events, this.scripts, this.number, this.said);
    this.node = el('section', { class: 'view probes', 'aria-label': 'Probes' }, this.head, this.tools, this.holder, this.empty);
    window.simTheme.onChange(() => this.node.isConnected && this.render());
  }

  #as() {
    return AS.some(([as]) => as === state.get('as')) ? state.get('as') : 'calltree';
  }

  #chosen() {
    const known = this.probes || [];
    return known.find((probe) => probe.probe === state.get('probe')) || known.find((probe) => probe.payloads) || known[0];
  }

  async refresh(signal) {
    this.probes = (await api.payloads('probes', {}, signal)).probes;
    const probe = this.#chosen();
    if (probe) {
      const shared = { probe: probe.probe, recording: state.get('recording') };
      const as = this.#as();
      const own = SEARCHED.includes(as) ? { search: state.get('search') } : {};
      try {
        await this.parts[as].refresh(probe, { ...shared, ...own }, signal);
      } finally {
        this.render(); // what there is to choose stands there, even if the server knows no such recording
      }
    } else {
      this.render();
    }
  }

  async #toggle() {
    const probe = this.#chosen();
    const stops = recordsNow(probe);
    try {
      await api.record({ application: state.get('application'), probe: probe ? probe.probe : 'all', action: stops ? 'stop' : 'start', ...(stops ? {} : { events: this.events.firstElementChild.checked }) });
      setText(this.said, ASKED);
    } catch (failure) {
      setText(this.said, failure.message);
    }
  }

  render() {
    syncSearch(this.search);
    const as = this.#as();
    syncSegments(this.as, as);
    this.number.hidden = as !== 'telemetries';
    if (!this.probes) return;
    const probe = this.#chosen();
    this.tools.hidden = !probe;
    this.holder.hidden = !probe;
    this.probe.hidden = this.recording.hidden = !probe;
    this.empty.hidden = Boolean(probe);
    if (!probe) {
      setText(this.record, 'Record all probes');
      this.empty.replaceChildren('No payload probe yet. ', el('code', {}, 'libraries=jdbc'), ' in the agent\u2019s argument brings the first one; docs/payload-probes.md says how to write your own.');
      return;
    }
    fillSelect(this.probe, this.probes.map((one) => [one.probe, one.name]), probe.probe);
    this.probe.title = probe.description || probe.probe;
    const recordings = probe.recordings.map((one) => [one.recording, `${clock(one.start)} \u2013 ${one.end ? clock(one.end) : UNTIL[one.state]}, ${takes(probe, one.count) ? count(one.count) : '\u2013'}`]);
    fillSelect(this.recording, [['', 'All in the range'], ...recordings], state.get('recording') || '');
    fillSelect(this.compare, [['', 'Compare with \u2026'], ...recordings.filter(([id]) => id !== state.get('recording'))], state.get('compare') || '');
    this.compare.hidden = as !== 'hotspots' || recordings.length < 2;
    const stops = recordsNow(probe);
    setText(this.record, stops ? 'Stop recording' : 'Record');
    this.record.classList.toggle('recording', stops);
    this.events.hidden = stops;
    this.search.hidden = !SEARCHED.includes(as);
    const part = this.parts[as];
    if (this.holder.firstElementChild !== part.node) this.holder.replaceChildren(part.node);
    part.render(probe);
    const sums = (probe.recordings || []).reduce((all, one) => [all[0] + one.count, all[1] + one.total], [0, 0]);
    const all = `${count(probe.recordings.length)} ${probe.recordings.length === 1 ? 'recording' : 'recordings'}`;
    setText(this.summary, probe.recordings.length === 0 ? 'Nothing recorded yet' : takes(probe, sums[0]) ? `${count(sums[0])} payloads, ${duration(sums[1])} in ${all}, whole` : `No payloads in ${all}`);
  }
}

const SCRIPT = 'sim.payload.script.';
const scriptName = (probe) => (probe && probe.probe.startsWith(SCRIPT) ? probe.probe.slice(SCRIPT.length) : '');
const recordsNow = (probe) => Boolean(probe && probe.recordings.some((one) => one.state === 'records'));
const UNTIL = { records: 'now', lost: 'connection lost' };
/** Whether its number of payloads says something: a probe that splits or polls may not be meant to take any. */
const takes = (probe, number) => number > 0 || (probe.payloads && !probe.splits && probe.telemetries.length === 0);
