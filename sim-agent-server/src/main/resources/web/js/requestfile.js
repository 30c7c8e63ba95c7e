// A request as one file: all that its page shows. Another server's page shows it without asking anything. A file may come from anybody, so what
// is read is checked and copied field by field; it becomes text on the page, never markup.

import { family } from './lanes.js';

export const MOST_BYTES = 20_000_000;
export const MOST_ROWS = 20_000; // of all sorts together
const MOST_NAMES = 1_000; // of an object's own
const KIND = 'sim-request';
const VERSION = 1;

/** A file that cannot be shown; its message is one line for the reader. */
export class Unreadable extends Error {}

/** The text of a file with a context, what it is inside of and what is inside it, and the work in them; null where it would be too large or have too many rows. */
export function textOf(context, work, until) {
  const contexts = [...family(context)].map((one) => ({ ...one, inside: undefined, outer: undefined }));
  if (contexts.length + [work.rows, work.tree, work.calls, work.events, work.stacks, work.statements, work.others].reduce((sum, rows) => sum + (rows || []).length, 0) + contexts.reduce((sum, one) => sum + (one.stays || []).length, 0) > MOST_ROWS) return null;
  const tree = work.tree.map((node) => ({ ...node, above: undefined, inside: undefined }));
  const text = JSON.stringify({ kind: KIND, version: VERSION, saved: Date.now(), from: location.host, until, chosen: context.id, contexts, work: { ...work, lacksEvents: undefined, tree } });
  return new Blob([text]).size > MOST_BYTES ? null : text;
}

/** What such a file says: {saved, from, until, chosen, contexts, work}. */
export function read(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Unreadable('This is no file of a request: it is not JSON.');
  }
  if (!isObject(file) || file.kind !== KIND) throw new Unreadable('This is no file of a request: save one on the page of a request.');
  if (file.version !== VERSION) throw new Unreadable(`This file has version ${JSON.stringify(file.version ?? null).slice(0, 20)} and this page reads version ${VERSION}: open it on a server as new as the one that saved it.`);
  rows = 0;
  const said = of(FILE, file, 'the file');
  if (!said.contexts.some((context) => context.id === said.chosen)) throw new Unreadable('This file is damaged: the request itself is not in it.');
  if (said.work.id !== said.chosen) throw new Unreadable('This file is damaged: the file.work.id is not that of the request.');
  return said;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks and copies a value; `path` says where it stands. */
function of(shape, value, path) {
  return shape(value, path);
}

function wrong(path, wanted) {
  throw new Unreadable(`This file is damaged: ${path} is not ${wanted}.`);
}

const text = (value, path) => (typeof value === 'string' ? value : wrong(path, 'a text'));
const number = (value, path) => (Number.isFinite(value) ? value : wrong(path, 'a number'));
/** What a date can say, ms. */
const time = (value, path) => (Math.abs(of(number, value, path)) <= 8.64e15 ? value : wrong(path, 'a moment'));
const flag = (value, path) => (typeof value === 'boolean' ? value : wrong(path, 'true or false'));
const scalar = (value, path) => (['string', 'number', 'boolean'].includes(typeof value) ? value : wrong(path, 'a text or a number'));
const maybe = (shape) => (value, path) => (value === undefined || value === null ? null : of(shape, value, path));
/** A field that may be absent, and then stays so: what was not read is no 0. */
const absent = (shape) => Object.assign((value, path) => of(shape, value, path), { optional: true });

let rows = 0; // of the file that is read, so far

function list(shape) {
  return (value, path) => {
    if (!Array.isArray(value)) wrong(path, 'a list');
    rows += value.length;
    if (rows > MOST_ROWS) throw new Unreadable(`This file has more than ${MOST_ROWS} rows.`);
    return value.map((each, index) => of(shape, each, `${path}[${index}]`));
  };
}

function fields(shapes) {
  return (value, path) => {
    if (!isObject(value)) wrong(path, 'an object');
    const copy = {};
    for (const [name, shape] of Object.entries(shapes)) {
      if (shape.optional && value[name] === undefined) continue;
      copy[name] = of(shape, Object.hasOwn(value, name) ? value[name] : undefined, `${path}.${name}`);
    }
    return copy;
  };
}

/** An object by names of its own. */
function named(shape) {
  return (value, path) => {
    if (!isObject(value)) wrong(path, 'an object');
    if (Object.keys(value).length > MOST_NAMES) wrong(path, `an object of at most ${MOST_NAMES} names`);
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, of(shape, each, `${path}.${name.slice(0, 40)}`)]));
  };
}

const VALUES = named(fields({ total: absent(number), self: absent(number), max: absent(number), value: absent(number), metering: absent(number) }));
/** A few words, which are no rows. */
const words = (value, path) => (Array.isArray(value) && value.length <= MOST_NAMES && value.every((word) => typeof word === 'string') ? [...value] : wrong(path, 'a list of words'));
const CALLED = { class: text, method: text, count: number, errors: number, meters: VALUES };
const id = (value, path) => (typeof value === 'string' && /^[0-9a-f]{16}$/.test(value) ? value : wrong(path, 'the id of a context'));
const CONTEXT = fields({
  id, parent: maybe(id), trace: maybe((value, path) => (typeof value === 'string' && /^[0-9a-f]{32}$/.test(value) ? value : wrong(path, 'the id of a trace'))), name: text, tag: maybe(text), thread: maybe(text),
  instance: text, application: text, start: time, startMicros: number, end: maybe(time), durationNanos: number, error: maybe(text), values: named(scalar), calls: number, errors: number, meters: VALUES,
  stays: list(fields({ thread: text, startMicros: number, endMicros: maybe(number), times: number })),
});
const PAYLOADS = list(fields({ text, probe: maybe(text), count: number, nanos: number, max: number, errors: number }));
const WORK = fields({
  stacks: (value, path) => (value === undefined ? [] : of(STACKS, value, path)), // not in a file of a server before it had them
  id, rows: list(fields({ ...CALLED, application: text, synchronized: absent(flag) })), tree: list(fields({ ...CALLED, id: number, parent: maybe(number), meteringHas: absent(words) })),
  calls: list(fields({ class: text, method: text, thread: maybe(text), start: time, startMicros: number, error: flag, exception: maybe(text), meters: VALUES })),
  statements: absent(PAYLOADS), others: absent(PAYLOADS), further: absent(fields({ statements: number, others: number })), // these as well
  kept: absent(fields({ calls: number, payloads: number, texts: absent(number) })),
  narrowed: absent(fields({ callsElsewhere: number, errorsElsewhere: number, selfNanosElsewhere: number, placesElsewhere: number, contextsLeftOut: number, whole: flag, totals: absent(named(number)) })),
  treeRest: absent(fields({ selfNanosElsewhere: number, beside: number })),
  events: list(fields({ kind: text, text, type: maybe(text), probe: maybe(text), startMicros: number, durationNanos: number, thread: maybe(text), error: flag })),
});
const STACKS = list(fields({ class: maybe(text), method: maybe(text), stack: text, reads: number, last: time, message: text, text }));
const FILE = fields({ saved: time, from: text, until: number, chosen: id, contexts: list(CONTEXT), work: WORK });
