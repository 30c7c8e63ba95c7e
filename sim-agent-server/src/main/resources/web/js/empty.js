// The first thing a new user sees: how to let an application report.

import { el } from './dom.js';

const ATTACH = 'java -javaagent:sim-agent.jar=application=shop,server=127.0.0.1:7420,aop=aop.xml -jar shop.jar';
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
  return el('section', { class: 'welcome', 'aria-label': 'Getting started' },
    el('h1', {}, 'No application has connected yet'),
    el('p', {}, 'Start one with the agent attached. It reports here within five seconds, and this page follows by itself.'),
    command(ATTACH),
    el('ul', {},
      el('li', {}, el('code', {}, 'application'), ' is the name you will find in the list above.'),
      el('li', {}, el('code', {}, 'server'), ' is where this server listens for collectors.'),
      el('li', {}, el('code', {}, 'aop'), ' says which methods are metered; the aop.xml of the distribution meters whatever carries @Instrument.')),
    el('h2', {}, 'Or look around first'),
    el('p', {}, 'A small shop with customers that never sleep:'),
    command(DEMO));
}
