// The page: keeps the tab in view fresh, and says so when it cannot.

import * as age from './age.js';
import * as api from './api.js';
import * as session from './session.js';
import * as state from './state.js';
import { Audit } from './audit.js';
import { CallTree } from './calltree.js';
import { refreshMarks } from './chartmarks.js';
import { Compare } from './compare.js';
import { Contexts } from './contexts.js';
import { el, setAttribute } from './dom.js';
import { emptyState } from './empty.js';
import { Errors } from './errors.js';
import { FileView } from './fileview.js';
import { Events } from './events.js';
import { Hotspots } from './hotspots.js';
import { Invocations } from './invocations.js';
import { Methods } from './methods.js';
import { Platform } from './platform.js';
import { Probes } from './probes.js';
import { Requests } from './requests.js';
import { Server } from './server.js';
import { TopBar } from './topbar.js';
import { Weaving } from './weaving.js';

const EVERY_MILLIS = 5000;
const LATE_MILLIS = 4000; // a round that takes longer says so
const LONGEST_NAME = 40;
const LATE = 'The answer takes longer than usual.'; // who makes it wait is not known: the question itself may be long, or the network

const VIEWS = [
  ['requests', 'Requests', () => new Requests()],
  ['errors', 'Errors', () => new Errors()],
  ['methods', 'Methods', () => new Methods()],
  ['calltree', 'Call tree', () => new CallTree()],
  ['contexts', 'Contexts', () => new Contexts()],
  ['compare', 'Compare', () => new Compare()],
  ['invocations', 'Invocations', () => new Invocations()],
  ['probes', 'Probes', () => new Probes()],
  ['hotspots', 'Hotspots', () => new Hotspots()],
  ['platform', 'Platform', () => new Platform()],
  ['events', 'Events', () => new Events()],
  ['server', 'Server', () => new Server()],
  ['weaving', 'Weaving', () => new Weaving()],
  ['audit', 'Audit', () => new Audit()],
  ['file', 'File', () => new FileView()],
];

state.setTabs(VIEWS.map(([id]) => id));

const byId = (id) => document.getElementById(id);
const main = byId('main');
const answered = new Set(); // views that have been drawn; until then the page says that it loads
const made = new Map(); // views are made once and kept, so that a tab is found as it was left
let paused = false;
let applications = null;
let round = null; // the refresh under way; a newer one ends it
let shown = null;
let hasEvents = false;
let asking = false; // for a token

const topBar = new TopBar(byId('topbar'), { onPause: (now) => { paused = now; if (!now) refresh(); } });
const tabs = new Map(VIEWS.map(([id, name]) => [id, el('a', { class: 'tab' }, name)]));
tabs.get('audit').dataset.needs = 'admin';
const ALONE = ['server', 'audit', 'file']; // there is something to see, whether an application is there or not
byId('tabs').append(...tabs.values());
byId('skip').addEventListener('click', (event) => {
  event.preventDefault(); // the hash is the tab's
  main.focus();
});

const nameOf = (tab) => VIEWS.find(([id]) => id === tab)[1];

function view() {
  const [tab, , make] = VIEWS.find(([id]) => id === state.tab());
  if (!made.has(tab)) made.set(tab, make());
  return made.get(tab);
}

function showTabs() {
  for (const [id, link] of tabs) {
    link.href = state.linkTo(id, id === state.tab() ? Object.fromEntries([...new URLSearchParams(location.hash.split('?')[1] || '')]) : null);
    setAttribute(link, 'aria-current', id === state.tab() ? 'page' : null);
    if (id === state.tab()) link.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }
  tabs.get('file').hidden = state.tab() !== 'file';
  tabs.get('events').hidden = !hasEvents && state.tab() !== 'events';
  document.title = state.get('application') ? `${state.get('application')} \u00b7 ${nameOf(state.tab())} \u00b7 SIM` : 'SIM';
}

function place(node) {
  if (shown === node) return;
  shown = node;
  main.replaceChildren(node);
}

/** Null for nothing to say but that the link named no view. */
function notice(text) {
  document.body.classList.toggle('stale', Boolean(text));
  const unknown = state.unknownTab();
  const line = text || (unknown ? `There is no view "${unknown.slice(0, LONGEST_NAME)}". This is ${nameOf(state.tab())}.` : '');
  if (line && byId('notices').textContent === line) return; // read aloud once, and not in each round
  byId('notices').replaceChildren(...(line ? [el('p', { class: text ? 'notice' : 'notice busy' }, line, !text && dismissal())] : []));
}

/** What stays as it is until another link is followed can be put away; all other lines go by themselves. Its cross is of the style, because the line is compared as a text. */
function dismissal() {
  return el('button', { type: 'button', class: 'dismiss', 'aria-label': 'Put this line away', on: { click: () => {
    state.forgetUnknownTab();
    notice(null);
    main.focus({ preventScroll: true }); // the button is gone
  } } });
}

/** That the answer is late is no failure, nor that it comes in a later round: what is shown stays. */
function waiting(why) {
  byId('notices').replaceChildren(el('p', { class: 'notice busy' }, `${why} ${answered.has(view()) ? 'What you see is the last answer, until the next is there.' : 'The figures that are missing come when they have been read.'}`));
}

/** The link may name an application; otherwise one that is connected is chosen. */
function chooseApplication() {
  if (state.get('application') || applications.length === 0) return false;
  const chosen = applications.find((one) => one.connected) || applications[0];
  state.set({ application: chosen.name });
  return true;
}

async function refresh() {
  if (round) round.abort();
  const mine = round = new AbortController();
  const late = setTimeout(() => waiting(LATE), LATE_MILLIS);
  let asked = null;
  try {
    const health = api.health(mine.signal).catch(() => null); // beside the figures, never instead of them
    applications = await api.applications(mine.signal);
    if (chooseApplication()) return; // that change has begun a round of its own
    document.body.classList.toggle('none', applications.length === 0 && !ALONE.includes(state.tab()));
    topBar.describe(await health);
    topBar.update(applications);
    if (ALONE.includes(state.tab())) {
      place(view().node);
      await view().refresh(mine.signal);
    } else if (applications.length === 0) {
      place(made.get('empty') || made.set('empty', emptyState()).get('empty'));
    } else {
      const current = view();
      place(current.node);
      if (!answered.has(current)) setAttribute(main, 'aria-busy', 'true');
      asked = age.question();
      await current.refresh(mine.signal);
      answered.add(current);
      age.answered(asked);
      setAttribute(main, 'aria-busy', null);
      hasEvents ||= (await api.events({ limit: 1, context: null }, mine.signal)).events.length > 0;
    }
    showTabs();
    clearTimeout(late); // what is behind the figures may take longer
    notice(null);
    if (applications.length > 0) { // behind the figures: they come first beside load
      topBar.losses(await api.losses({}, mine.signal).catch(() => null));
      topBar.update(applications);
      if (!ALONE.includes(state.tab())) await refreshMarks(mine.signal).catch(() => {});
    }
  } catch (failure) {
    if (mine.signal.aborted) return;
    if (failure instanceof api.SignedOut) {
      askToSignIn();
    } else if (failure instanceof api.Busy) {
      if (failure.isBeside) age.answered(asked);
      waiting(failure.message);
    } else if (failure instanceof api.Away) {
      topBar.away();
      notice(`The server does not answer. ${shown ? 'What you see is its last answer. ' : ''}Asking again every 5 s.`);
    } else {
      notice(failure instanceof api.Refused ? failure.message : `This page could not show the answer: ${failure.message}`);
      if (!(failure instanceof api.Refused)) console.error(failure);
    }
  } finally {
    clearTimeout(late);
    mine.abort(); // of a round that failed some questions are still in line, before those of the next
    if (round === mine) {
      round = null;
      setAttribute(main, 'aria-busy', null);
    }
  }
}

/** In the place of every view. Nothing stays that was seen before. */
function askToSignIn() {
  if (asking) return;
  asking = true;
  applications = null;
  made.clear();
  age.forget();
  document.body.classList.add('signed-out');
  notice(null);
  place(session.signIn(() => {
    asking = false;
    document.body.classList.remove('signed-out');
    refresh();
  }));
  main.querySelector('input').focus();
}

state.onChange(() => {
  showTabs();
  // At once with what is known; the server's answer follows.
  if (applications && applications.length > 0) {
    topBar.update(applications);
    place(view().node);
    view().render();
  }
  age.showAge();
  refresh();
});

// A page nobody sees asks for nothing.
setInterval(() => { if (!paused && !asking && !document.hidden && !round) refresh(); }, EVERY_MILLIS);
document.addEventListener('visibilitychange', () => { if (!paused && !asking && !document.hidden) refresh(); });
document.addEventListener('click', (event) => {
  for (const menu of document.querySelectorAll('details[open]')) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  for (const menu of document.querySelectorAll('details[open]')) {
    if (menu.contains(document.activeElement)) menu.querySelector('summary').focus(); // what is in a closed menu has no focus
    menu.open = false;
  }
});
showTabs();
session.learn().catch(() => {}).finally(refresh); // whatever it may do, the figures are asked for
