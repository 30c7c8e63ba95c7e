// The first thing a new user sees: how to let an application report.

import * as api from './api.js';
import { el } from './dom.js';
import { fileLink } from './fileview.js';

/** The host is the one this page was asked from; the rest is what the server asks of collectors, however it was started. */
const attach = ({ port, tls, tokens }, more) => `java -javaagent:sim-agent.jar=application=shop,server=${tls ? 'tls://' : ''}${location.hostname}:${port}${tokens ? ',token.file=shop.token' : ''}${more} -jar shop.jar`;
const SERVICE = ',packages=com.acme.shop,libraries=auto,payload.record=all';
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
  const asked = el('ul', {});
  api.server().then(({ collectors }) => {
    one.replaceChildren(command(attach(collectors, '')));
    other.replaceChildren(command(attach(collectors, SERVICE)));
    if (collectors.tokens) asked.append(el('li', {}, el('code', {}, 'token.file'), ' has the token in its first line: ', el('code', {}, './sim token add shop --role ship'), ' makes one.'));
    if (collectors.tls) asked.append(el('li', {}, 'Add ', el('code', {}, 'tls.trust=ca.pem'), ' where an authority of your own signed this server\u2019s certificate.'));
  }).catch(() => one.replaceChildren(el('p', { class: 'quiet' }, 'This server did not say where it listens for collectors. By default that is port 7420.')));
  return el('section', { class: 'welcome', 'aria-label': 'Getting started' },
    el('h1', {}, 'No application has connected yet'),
    el('p', {}, 'Start one with the agent attached. It reports here within five seconds, and this page follows by itself.'),
    one,
    el('ul', {},
      el('li', {}, 'Every class and method that carries ', el('code', {}, '@Instrument'), ' is metered, whatever its package.'),
      el('li', {}, el('code', {}, 'application'), ' is the name you will find in the list above.'),
      el('li', {}, el('code', {}, 'server'), ' is where this server listens for collectors.')),
    asked,
    el('h2', {}, 'Without annotations'),
    el('p', {}, 'Your own packages, and the requests and statements of known libraries:'),
    other,
    el('h2', {}, 'Or look around first'),
    el('p', {}, 'A small shop with customers that never sleep:'),
    command(DEMO),
    el('p', {}, 'Or show a request that was saved at another server: ', fileLink()));
}
