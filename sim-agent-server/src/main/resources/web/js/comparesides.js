// The two sides of a comparison and how each is chosen: a range, an instance, a version, a kind of requests. The later one has the range of the bar at the top.

import * as api from './api.js';
import * as state from './state.js';
import { openContext } from './contextname.js';
import { fillSelect, select } from './controls.js';
import { el, setText } from './dom.js';
import { METERS } from './meters.js';
import { localTime } from './rangepicker.js';
import { clock, moment } from './units.js';

const HOUR = 3_600_000;
const TYPED = 'typed';
const AGO = [['', 'the range before'], [String(HOUR), 'an hour before'], [String(24 * HOUR), 'a day before'], [String(168 * HOUR), 'a week before'], ['0', 'the same time'], [TYPED, 'times that I type']];
const KINDS = 200;
const LISTED = ['errors', ...METERS.map((meter) => meter.label)]; // by which requests can be listed
const SAME = [['', 'the same requests']];
const ANY = [['', 'all work']];

/** A kind as the value of a choice. */
const valueOf = (name, tag) => (name ? JSON.stringify([name, tag]) : '');
const labelOf = (name, tag) => `requests ${tag ? `${tag} ` : ''}${name}`;

export class CompareSides {
  constructor() {
    const choose = (label, names) => select(label, [], '', (chosen) => {
      const [name, tag] = chosen ? JSON.parse(chosen) : [null, null];
      state.set({ [names[0]]: name, [names[1]]: tag });
    });
    this.ago = select('Compared with', AGO, '', (ago) => this.#choose(ago));
    this.times = ['From', 'To'].map((label) => el('input', { type: 'datetime-local', step: '1', 'aria-label': `Compared ${label.toLowerCase()}`, on: { change: () => this.#typed() } }));
    this.said = el('span', { class: 'error', role: 'alert' });
    this.other = {
      instance: select('Compared instance', [], '', (otherInstance) => state.set({ otherInstance })),
      version: select('Compared version', [], '', (otherVersion) => state.set({ otherVersion })),
      kind: choose('Compared requests', ['otherName', 'otherTag']),
    };
    this.own = {
      instance: select('Instance now', [], '', (instance) => state.set({ instance })),
      version: select('Version now', [], '', (version) => state.set({ version })),
      kind: choose('Requests now', ['name', 'tag']),
    };
    this.requests = el('a', { class: 'more', title: 'Those that are kept one by one, by the measure that is compared', hidden: true }, 'These requests');
    this.dearest = el('a', { class: 'more', title: 'Of these requests, the one that comes first by the measure that is compared', hidden: true }, 'The one with most');
    this.spans = [el('span', { class: 'calm' }), el('span', { class: 'calm' })];
    this.node = el('div', { class: 'sides' },
      el('fieldset', {}, el('legend', {}, 'Before'), this.ago, ...this.times, this.said, ...Object.values(this.other), this.spans[0]),
      el('fieldset', {}, el('legend', {}, 'Now'), ...Object.values(this.own), this.spans[1], this.requests, this.dearest));
  }

  /** Asks what there is to choose from: each process, version and kind of the application. */
  async refresh(signal) {
    const listed = this.#listed();
    const [instances, kinds, first] = await Promise.all([api.applications(signal), api.kinds({ instance: null, limit: KINDS }, signal),
      this.ofKinds() ? api.contexts({ ...listed, limit: 1 }, signal) : null]);
    this.first = first && first.contexts.length > 0 ? { ...first.contexts[0], of: JSON.stringify(listed) } : null;
    this.instances = instances.filter((one) => one.name === (state.get('application') || one.name) && one.instance);
    this.kinds = kinds.kinds;
  }

  /** How the requests of the later side are asked for: of the kind and version, by the measure that is compared. */
  #listed() {
    return {
      name: state.get('name'), ...(state.get('tag') !== null ? { tag: state.get('tag') } : {}), ...(state.get('version') ? { version: state.get('version') } : {}),
      sort: LISTED.includes(state.get('measure')) ? state.get('measure') : 'duration',
    };
  }

  #choose(ago) {
    const [from, to] = state.range().map(Math.floor);
    state.set({ ago, otherFrom: ago === TYPED ? String(from - (to - from)) : null, otherTo: ago === TYPED ? String(from) : null });
  }

  #typed() {
    const [from, to] = this.times.map((input) => new Date(input.value).getTime());
    setText(this.said, from < to ? '' : 'From must be before to.');
    if (from < to) state.set({ otherFrom: String(from), otherTo: String(to) });
  }

  /** What is asked for. */
  params() {
    const [from, to] = state.range().map(Math.floor);
    const ago = state.get('ago');
    const [otherFrom, otherTo] = ago === TYPED ? [state.get('otherFrom'), state.get('otherTo')] : !ago ? [from - (to - from), from] : [from - Number(ago), to - Number(ago)];
    const kind = state.get('context') ? {} : { name: state.get('name'), tag: state.get('tag'), otherName: state.get('otherName'), otherTag: state.get('otherTag') };
    return { from, to, last: null, otherFrom, otherTo, ...kind, // of the same clock
      otherInstance: state.get('otherInstance') === 'all' ? null : state.get('otherInstance') || state.get('instance'),
      version: state.get('version'), otherVersion: state.get('otherVersion') };
  }

  /** Whether both sides are of requests of a kind, so that sums may be divided by their number. */
  ofKinds() {
    return Boolean(state.get('name') && !state.get('context'));
  }

  /** Shows what the link says, and what each side was in the answer. */
  render(answer) {
    fillSelect(this.ago, AGO, state.get('ago') || '');
    this.times.forEach((input, index) => {
      input.hidden = state.get('ago') !== TYPED;
      const at = Number(state.get(index === 0 ? 'otherFrom' : 'otherTo'));
      if (input !== document.activeElement && at) input.value = localTime(at);
    });
    const instances = (this.instances || []).map((one) => [one.instance, `${one.host} \u00b7 ${one.pid}`]);
    const versions = [...new Set((this.instances || []).map((one) => one.version).filter(Boolean))].map((version) => [version, `version ${version}`]);
    const kinds = (this.kinds || []).map((kind) => [valueOf(kind.name, kind.tag), labelOf(kind.name, kind.tag)]);
    const fill = (choice, options, value, most) => {
      const all = options.some(([option]) => option === (value || '')) ? options : [...options, [value, choice === this.own.kind || choice === this.other.kind ? labelOf(...JSON.parse(value)) : value]];
      fillSelect(choice, all, value);
      choice.hidden = all.length < most;
    };
    const chosen = state.get('instance');
    fill(this.other.instance, [['', chosen ? 'the same instance' : 'all instances'], ...(chosen ? [['all', 'all instances']] : []), ...instances], state.get('otherInstance') || '', 3);
    fill(this.own.instance, [['', 'all instances'], ...instances], chosen || '', 3);
    fill(this.other.version, [['', 'any version'], ...versions], state.get('otherVersion') || '', 2);
    fill(this.own.version, [['', 'any version'], ...versions], state.get('version') || '', 2);
    const kind = valueOf(state.get('name'), state.get('tag'));
    fill(this.own.kind, [...ANY, ...kinds], kind, 2);
    fill(this.other.kind, [...(kind ? SAME : ANY), ...kinds], valueOf(state.get('otherName'), state.get('otherTag')), 2);
    this.requests.hidden = !this.ofKinds();
    if (this.ofKinds()) this.requests.href = state.linkTo('contexts', this.#listed());
    this.dearest.hidden = !this.ofKinds() || !this.first || this.first.of !== JSON.stringify(this.#listed());
    if (!this.dearest.hidden) this.dearest.href = openContext(this.first);
    if (!answer) return;
    [answer.before, answer.after].forEach((side, index) => {
      setText(this.spans[index], `${clock(side.from)} \u2013 ${clock(side.to)}`);
      this.spans[index].title = `${moment(side.from)} to ${moment(side.to)}`;
    });
  }
}
