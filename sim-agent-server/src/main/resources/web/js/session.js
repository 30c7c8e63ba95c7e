// Who looks: signed in or not, what their role may do, and whether the server is open to all.

import * as api from './api.js';
import { el } from './dom.js';

const ROLES = ['control', 'script', 'admin'];

/** What the server last said of the session. */
let known = { required: false, signedIn: true, may: ['look', ...ROLES] };

/** Asks who the reader is. What they may not do is taken off the page: see `data-needs` in frame.css. */
export async function learn() {
  return show(await api.session());
}

function show(session) {
  known = session;
  for (const role of ROLES) document.body.classList.toggle(`no-${role}`, !session.may.includes(role));
  document.getElementById('session').replaceChildren(...marks(session));
  return session;
}

function marks(session) {
  const marks = [];
  if (session.insecure) {
    marks.push(el('span', { class: 'insecure', title: session.required ? 'Started with --insecure: what is sent can be read on the way' : 'Started with --insecure: whoever reaches this server may do everything' }, 'insecure'));
  }
  if (session.required && session.signedIn) {
    marks.push(el('span', { class: 'who', title: `Role ${session.role}, applications ${session.applications.join(', ')}` }, session.name));
    if (!session.byProxy) marks.push(el('button', { type: 'button', class: 'sign-out', on: { click: async () => { show(await api.signOut()); location.reload(); } } }, 'Sign out'));
  }
  return marks;
}

/** The form that stands in for every view until the reader is signed in. */
export function signIn(then) {
  const token = el('input', { type: 'password', name: 'token', 'aria-label': 'Token', autocomplete: 'current-password', spellcheck: 'false', required: true });
  const said = el('p', { class: 'error', role: 'alert' });
  const form = el('form', { class: 'sign-in', on: { submit: async (event) => {
    event.preventDefault();
    try {
      show(await api.signIn(token.value.trim()));
      token.value = '';
      then();
    } catch (failure) {
      said.textContent = failure.message;
    }
  } } },
  el('h2', {}, 'Sign in'), el('p', { class: 'quiet' }, 'This server shows its figures to those who have a token. Its owner makes one with ./sim token add.'),
  el('label', {}, 'Token', token), said, el('button', { type: 'submit' }, 'Sign in'));
  return el('section', { class: 'view', 'aria-label': 'Sign in' }, form);
}
