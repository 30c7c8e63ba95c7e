// The server's HTTP interface, version 1 (see API.md). Everything the page knows comes through here.

import * as state from './state.js';
import { inTurn } from './line.js';

const PATIENCE_MILLIS = 60_000; // the server has a question wait for 25 s and asks its store for 20 s at most
const AT_ONCE = ['health', 'server', 'session', 'payloads/scripts']; // answered without the store, and so without a turn: AtOnceTest

const KEPT = 24; // answers that are kept, so that the server need not send what it sent before
const kept = new Map(); // address -> {tag, text}, the one used last at the end

/** The server answered, and the answer was no; `isTooLarge` if it will be so again. */
export class Refused extends Error {
  constructor(message, status) {
    super(message);
    this.isTooLarge = status === 413;
  }
}

/**
 * The server cannot answer now, and says why: it has no place for a question, or no room on its disk. What was shown stays true; `isBeside` if it is
 * the answer to all but what stands beside the figures.
 */
export class Busy extends Refused {}

/** The server asks who the reader is. */
export class SignedOut extends Refused {}

/** The server did not answer. */
export class Away extends Error {}

let ahead = 0; // by so much the server's clock is ahead of this one, as its last answer says, ms

/** What time it is at the server, to about a second. */
export const serverNow = () => Date.now() + ahead;

function address(path, params) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== null && value !== undefined && (value !== '' || state.mayBeEmpty(name))) query.set(name, value);
  }
  const text = query.toString();
  return `api/v1/${path}${text ? `?${text}` : ''}`;
}

async function get(path, params, signal) {
  const now = () => ask(address(path, params), { headers: { accept: 'application/json' }, cache: 'no-store' }, signal);
  return AT_ONCE.includes(path) ? now() : inTurn(now, signal);
}

async function ask(url, request, signal) {
  const known = request.method ? null : kept.get(url);
  const response = await answerOf(url, known ? { ...request, headers: { ...request.headers, 'if-none-match': known.tag } } : request, signal);
  if (known) kept.delete(url);
  if (response.status === 304) {
    kept.set(url, known);
    return JSON.parse(known.text);
  }
  const text = await textOf(response, signal);
  const tag = response.headers.get('etag');
  if (tag && !request.method) {
    kept.set(url, { tag, text });
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  const answer = JSON.parse(text);
  if (answer.incomplete) throw new Refused(answer.error, answer.bound ? 413 : 500); // cut when a part of it had left, and it says why
  return answer;
}

async function textOf(response, signal) {
  try {
    return await response.text();
  } catch (failure) {
    if (signal && signal.aborted) throw failure;
    throw new Away('The answer broke off.', { cause: failure });
  }
}

async function answerOf(url, request, signal) {
  const deadline = AbortSignal.timeout(PATIENCE_MILLIS);
  let response;
  try {
    response = await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
  } catch (failure) {
    if (signal && signal.aborted) throw failure;
    throw new Away('The server does not answer.', { cause: failure });
  }
  const date = Date.parse(response.headers.get('date'));
  if (date) ahead = date - Date.now();
  if (response.status === 401) {
    kept.clear(); // nothing stays that was seen before
    throw new SignedOut(await reason(response));
  }
  if (response.status === 503) throw new Busy(await reason(response), response.status);
  if (!response.ok && response.status !== 304) throw new Refused(await reason(response), response.status);
  return response;
}

async function reason(response) {
  try {
    const { error, parameter, value, allowed } = await response.json();
    if (parameter === 'token') return response.status === 429 ? `Too many wrong tokens: ${allowed}` : 'This token is not good, or no longer.';
    if (error || parameter) return error || `${parameter} "${value}" is not accepted: ${allowed}`;
  } catch {
    // such as a proxy's own page
  }
  return `The server answered ${response.status}.`;
}

/** What every view asks for: whose figures, and of when. */
function shared() {
  const from = state.get('from');
  return { application: state.get('application'), instance: state.get('instance'), from, to: state.get('to'), last: from ? null : state.get('last') || state.DEFAULT_LAST };
}

const ranged = (path) => (params = {}, signal = undefined) => get(path, { ...shared(), ...params }, signal);

/** What is asked of the work in the context the reader chose, if one is chosen. */
const inContext = (path) => (params = {}, signal = undefined) => get(path, { ...shared(), context: state.get('context'), ...params }, signal);

export const health = (signal) => get('health', {}, signal);
export const server = (signal) => get('server', {}, signal);
export const applications = (signal) => get('applications', {}, signal);
export const methods = inContext('methods');
export const calltree = inContext('calltree');
/** One method over time: of all its work, whatever context the reader chose. */
export const methodSeries = ranged('methods/series');
/** One place of the call tree over time, by the number that its node has. */
export const placeSeries = ranged('calltree/series');
/** Where the call tree is as a file of another viewer's format. */
export const calltreeFile = (params) => address('calltree', { ...shared(), context: state.get('context'), ...params });
export const contexts = inContext('contexts');
export const invocations = inContext('invocations');
export const kinds = ranged('kinds');
/** The outermost calls outside of contexts. */
export const entryPoints = ranged('entrypoints');
/** A kind of requests over time; of all where no name is given. */
export const kindSeries = ranged('kinds/series');
export const errors = inContext('errors');
/** A row of the errors over time. */
export const errorSeries = inContext('errors/series');
/** The stacks that were read of exceptions. */
export const stacks = inContext('errors/stacks');
/** Two parts of an application side by side: their methods, their call trees as one, or their statements. */
export const compare = (as, params, signal) => ranged(as === 'methods' ? 'compare' : `compare/${as}`)(params, signal);
export const losses = ranged('losses');
/** What charts over time are marked with. */
export const marks = ranged('marks');
export const platform = ranged('platform');
export const events = inContext('events');
export const hotspots = ranged('hotspots');
export const verdicts = ranged('verdicts');

/** What payload probes recorded; see API.md for what there is. */
export const payloads = (what, params = {}, signal = undefined) => ranged(`payloads/${what}`)(params, signal);

/** Who the reader is and what they may do. */
export const session = (signal) => get('session', {}, signal);
export const signIn = (token) => post('session', { token });
export const signOut = () => post('session/end', {});
export const audit = (params, signal) => get('audit', params, signal);

let sent = Promise.resolve();

/** Tells the application what the reader wants of its probes: one wish after the other, in the order of the clicks. */
export const control = (wish) => tell('hotspots', wish);

/** The same of its payload probes. */
export const record = (wish) => tell('payloads/recordings', wish);

/** The same of scripts; the answer has a number by which to ask what the application says to it. */
export const script = (wish) => tell('payloads/scripts', wish);

export const scriptAnswers = (request, signal) => get('payloads/scripts', { request }, signal);

function tell(path, wish) {
  const answer = sent.then(() => post(path, wish));
  sent = answer.catch(() => {}); // who asked is told
  return answer;
}

function post(path, wish) {
  return ask(`api/v1/${path}`, {
    method: 'POST', headers: { 'content-type': 'application/json', accept: 'application/json' }, body: JSON.stringify(wish),
  });
}
