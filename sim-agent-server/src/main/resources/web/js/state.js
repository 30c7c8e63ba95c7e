// Where the reader is: the tab, the application, the range, the context, and what the tab remembers. It lives in the URL's hash, so
// that a link shows another person the same page.

const SHARED = ['application', 'instance', 'last', 'from', 'to', 'was', 'context'];
const DEFAULT_TAB = 'requests';
export const DEFAULT_LAST = '5m';

const remembered = new Map(); // tab -> its own parameters, so that coming back finds it as it was left
const listeners = [];
let seen = null; // the hash that was parsed last
let known = null; // the tabs there are; null until they are told
let unknown = null; // what the last link named instead of one
let state = parse();

function parse() {
  const hash = location.hash === '#main' ? '' : location.hash; // the skip link, not a tab
  const [tab, query = ''] = hash.replace(/^#\/?/, '').split('?');
  const params = new URLSearchParams(query);
  unknown = tab && known && !known.includes(tab) ? tab : null;
  if (unknown) history.replaceState(null, '', hashOf(DEFAULT_TAB, params));
  seen = location.hash;
  return { tab: unknown || !tab ? DEFAULT_TAB : tab, params };
}

/** Tells which tabs there are: a link to any other leads to the first. */
export function setTabs(all) {
  known = all;
  remembered.delete(state.tab);
  state = parse();
  remember();
}

/** What the link named that is no tab, or null. */
export const unknownTab = () => (now(), unknown);

/** The reader has read it. It is told anew of the next such link alone, because the address names a tab that there is by now. */
export function forgetUnknownTab() {
  unknown = null;
}

function hashOf(tab, params) {
  const query = params.toString();
  return `#/${tab}${query ? `?${query}` : ''}`;
}

/** Takes over a link that was just followed: the browser tells of it later, and until then an answer may arrive. */
function now() {
  if (location.hash !== seen && location.hash !== '#main') state = parse();
  return state;
}

export const tab = () => now().tab;
export const get = (name) => now().params.get(name);

/** Tabs whose figures are narrowed to a context that is chosen. */
const NARROWED = ['errors', 'methods', 'calltree', 'contexts', 'invocations', 'events'];

/** The context to which the tab in view is narrowed; null of a process as a whole. */
export const narrowedTo = () => (NARROWED.includes(tab()) ? get('context') : null);

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The range that is shown: two moments, ms. */
export function range() {
  const { params } = now();
  const to = Number(params.get('to')) || Date.now();
  const last = params.get('last') || DEFAULT_LAST;
  return [params.get('from') ? Number(params.get('from')) : to - Number(last.slice(0, -1)) * UNITS[last.slice(-1)], to];
}

/** What an empty text is a value of: kinds of contexts may have no tag, which is not any tag; and names no class. */
export const mayBeEmpty = (name) => name === 'tag' || name === 'otherTag' || name === 'class';

/** Changes some parameters (null removes one) and tells everyone. */
export function set(changes) {
  now();
  if ('from' in changes || 'last' in changes) changes = { was: null, ...changes }; // no longer the range to which a link moved
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === false || (value === '' && !mayBeEmpty(name))) state.params.delete(name);
    else state.params.set(name, value);
  }
  // Not a new entry in the history for every letter typed.
  history.replaceState(null, '', hashOf(state.tab, state.params));
  seen = location.hash;
  notify();
}

/** What names something that one application has: another one has it not. */
const OF_APPLICATION = ['instance', 'place', 'text', 'class', 'method', 'probe', 'recording', 'compare', 'object', 'type', 'name', 'tag', 'chosen', 'thread', 'error', 'exception', 'otherInstance', 'version', 'otherVersion', 'otherName', 'otherTag'];

/** Another application is shown, and nothing that was chosen of the one before. */
export function setApplication(application) {
  for (const own of remembered.values()) for (const name of OF_APPLICATION) delete own[name];
  set({ ...Object.fromEntries(OF_APPLICATION.map((name) => [name, null])), application });
}

/** The link to another tab: what is shared, and what that tab remembers. In `extra`, null leaves out what is shared. */
export function linkTo(other, extra = null) {
  const params = new URLSearchParams();
  for (const name of SHARED) if (state.params.get(name)) params.set(name, state.params.get(name));
  for (const [name, value] of Object.entries(extra || remembered.get(other) || {})) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return hashOf(other, params);
}

/** The link to what is shown, with some parameters changed (null removes one). */
export function linkHere(changes) {
  const params = new URLSearchParams(now().params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return hashOf(state.tab, params);
}

function remember() {
  const own = {};
  for (const [name, value] of state.params) if (!SHARED.includes(name)) own[name] = value;
  remembered.set(state.tab, own);
}

function notify() {
  remember();
  listeners.forEach((listener) => listener());
}

/** What is shown is asked for anew: a view wants more of it. */
export const again = notify;

/** Calls `listener` whenever anything here changed. */
export function onChange(listener) {
  listeners.push(listener);
}

window.addEventListener('hashchange', () => {
  if (location.hash === '#main') return; // the skip link, not a tab
  now(); // an answer may have taken the link over before: parsed again, it would name a tab that there is
  notify();
});
remember();
