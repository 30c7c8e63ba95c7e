// The first thing a new user sees: how to let an application report.

import * as api from './api.js';
import { el } from './dom.js';
import { fileLink } from './fileview.js';

/** The host is the one this page was asked from; the collectors' port is the server's own, whichever it was started with. */
const attach = (port) => `java -javaagent:sim-agent.jar=application=shop,server=${location.hostname}:${port} -jar shop.jar`;
const service = (port) => `java -javaagent:sim-agent.jar=application=shop,server=${location.hostname}:${port},packages=com.acme.shop,libraries=auto,payload.record=all -jar shop.jar`;
const DEMO = './sim demo';

function command(text) {
  const code = el('code', { tabindex: '0' }, text);
  const button = el('button', { type: 'button', class: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      // Without https or permission there is no clipboard: mark the text, so that Ctrl+C takes it.
      getSelection().selectAllChildren(code);
      button.textContent = 'Press Ctrl+C';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2500);
  });
  return el('div', { class: 'command' }, el('pre', {}, code), button);
}

export function emptyState() {
  const one = el('div', {});
  const other = el('div', {});
  api.server().then((server) => {
    one.replaceChildren(command(attach(server.collectors.port)));
    other.replaceChildren(command(service(server.collectors.port)));
  }).catch(() => {});
  return el('section', { class: 'welcome', 'aria-label': 'Getting started' },
    el('h1', {}, 'No application has connected yet'),
    el('p', {}, 'Start one with the agent attached. It reports here within five seconds, and this page follows by itself.'),
    one,
    el('ul', {},
      el('li', {}, 'Every class and method that carries ', el('code', {}, '@Instrument'), ' is metered, whatever its package.'),
      el('li', {}, el('code', {}, 'application'), ' is the name you will find in the list above.'),
      el('li', {}, el('code', {}, 'server'), ' is where this server listens for collectors.')),
    el('h2', {}, 'Without annotations'),
    el('p', {}, 'Your own packages, and the requests and statements of known libraries:'),
    other,
    el('h2', {}, 'Or look around first'),
    el('p', {}, 'A small shop with customers that never sleep:'),
    command(DEMO),
    el('p', {}, 'Or show a request that was saved at another server: ', fileLink()));
}
