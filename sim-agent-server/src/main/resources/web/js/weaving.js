// What became of the application's classes: woven, left alone, given back; and which could not be woven.

import * as api from './api.js';
import * as state from './state.js';
import { quiet } from './controls.js';
import { el, setText } from './dom.js';
import { Table } from './table.js';
import { clock, count, moment } from './units.js';

/** The event an agent says a class by that it could not weave. */
const UNWOVEN = 'sim.weaving.failed';

const WORDS = [
  ['weaving.seen', 'Classes that the agent saw'],
  ['weaving.given', 'Of these, given to the weaver. The others came from an earlier start, or their constants match no pointcut'],
  ['weaving.woven', 'Woven'],
  ['weaving.unchanged', 'Nothing to do: no pointcut matches'],
  ['weaving.kept', 'Known from an earlier start, among those woven or not (weave.cache)'],
  ['weaving.kept.damaged', 'Files of an earlier start that were damaged: woven again'],
  ['weaving.kept.failed', 'Times that classes could not be kept for the next start'],
  ['weaving.skipped.own', 'Left alone: the JDK\'s, AspectJ\'s and SIM\'s own'],
  ['weaving.skipped.generated', 'Left alone: proxies and generated classes (weave.skip)'],
  ['weaving.skipped.loader', 'Left alone: class loaders of other agents'],
  ['weaving.skipped.runtime', 'Left alone: class loaders that do not see SIM\'s AspectJ runtime'],
  ['weaving.skipped.nested', 'Left alone: loaded by another agent\'s transformer while it changed a class'],
  ['weaving.skipped.built', 'Left alone: of an archive that was woven before the start (./sim weave)'],
  ['weaving.failed', 'Could not be woven, run as they were written'],
  ['weaving.failed.verify', 'of these: would not pass the JVM\'s verifier'],
  ['weaving.failed.frames', 'of these: stack map frames could not be computed'],
  ['weaving.failed.too.large', 'of these: a method would exceed 64 KB'],
  ['weaving.failed.missing.type', 'of these: a type cannot be found'],
  ['weaving.failed.threw', 'of these: the weaver threw'],
  ['weaving.failed.aspects.lost', 'of these: compiled with aspects that no aop.xml names'],
  ['weaving.failed.runtime', 'of these: another AspectJ runtime, or none'],
  ['weaving.failed.package', 'of these: in a package of SIM\'s own'],
  ['weaving.failed.attached', 'of these: needs the agent from the start of the JVM'],
  ['weaving.failed.probe', 'of these: a payload probe could not be put in'],
  ['weaving.failed.idle', 'of these: probes of names that are off had to stay, or stay out'],
  ['weaving.idle.out', 'Probes of names that are off, out of the code (hotspot.remember)'],
  ['weaving.idle.back', 'Probes put back since, because their names are on again'],
  ['weaving.idle.ms', 'Time that this took, on a thread beside the program, ms'],
  ['weaving.messages', 'Messages of the weaver (weave.log=FILE keeps them)'],
  ['weaving.ms', 'Time weaving took, all threads, ms'],
  ['weaving.inside.ms', 'Time weaving and making probes took inside metered calls, ms: in their totals, in no self time'],
];

export class Weaving {
  constructor() {
    this.figures = new Table({ label: 'Weaving', keyOf: (row) => row.kind });
    this.figures.setColumns([
      { id: 'what', label: 'Classes', render: (cell, row) => { setText(cell, row.what); cell.title = row.kind; } },
      { id: 'count', label: 'Count', numeric: true, render: (cell, row) => setText(cell, count(row.count)) },
    ]);
    this.classes = new Table({ label: 'Classes that could not be woven', keyOf: (event) => event.key });
    this.classes.setColumns([
      { id: 'class', label: 'Class', render: (cell, event) => setText(cell, event.values.class) },
      { id: 'reason', label: 'Reason', render: (cell, event) => setText(cell, event.values.reason) },
      { id: 'what', label: 'What', render: (cell, event) => setText(cell, event.values.what) },
      { id: 'time', label: 'Time', render: (cell, event) => { setText(cell, clock(event.time, true)); cell.title = moment(event.time); } },
    ]);
    this.empty = quiet('No agent has woven anything here.');
    this.node = el('section', { class: 'view weaving', 'aria-label': 'Weaving' }, this.figures.node, this.classes.node, this.empty);
  }

  async refresh(signal) {
    const [applications, { events }] = await Promise.all([api.applications(signal), api.events({ limit: 1000, context: null, from: null, to: null, last: '30d' }, signal)]);
    const sums = new Map();
    for (const { name, counters } of applications) {
      if (name !== state.get('application')) continue;
      for (const [kind, value] of Object.entries(counters || {})) sums.set(kind, (sums.get(kind) || 0) + value);
    }
    const rows = WORDS.filter(([kind]) => sums.get(kind) > 0).map(([kind, what]) => ({ kind, what, count: sums.get(kind) }));
    const failed = events.filter((event) => event.name === UNWOVEN);
    failed.forEach((event, index) => { event.key = `${event.time} ${event.values.class} ${failed.length - index}`; });
    this.figures.update(rows);
    this.classes.update(failed);
    this.figures.node.hidden = rows.length === 0;
    this.classes.node.hidden = failed.length === 0;
    this.empty.hidden = rows.length > 0;
  }

  render() {}
}
