// Shows a request out of a file that another server's page saved; no server is asked for it.

import * as state from './state.js';
import { arrange } from './contextarrange.js';
import { ContextPanel } from './contextpanel.js';
import { quiet } from './controls.js';
import { el, setText } from './dom.js';
import { MOST_BYTES, read, Unreadable } from './requestfile.js';
import { clock, format, moment } from './units.js';

export class FileView {
  constructor() {
    this.input = el('input', { type: 'file', accept: 'application/json,.json', id: 'request-file', on: { change: () => this.#open(this.input.files[0]) } });
    this.said = el('p', { class: 'error', role: 'alert' });
    this.summary = el('span', { class: 'summary' });
    this.empty = quiet('A file that was saved on the page of a request, here or at another server. It is shown as it is: this server does not store it.');
    this.panel = new ContextPanel({ isFile: true });
    this.node = el('section', { class: 'view contexts file', 'aria-label': 'File of a request' },
      el('div', { class: 'tools' }, el('label', { for: 'request-file' }, 'File of a request'), this.input, this.summary), this.said, this.empty, this.panel.node);
  }

  async refresh() {}

  render() {}

  async #open(file) {
    if (!file) return;
    this.panel.node.hidden = true;
    this.empty.hidden = true;
    setText(this.summary, '');
    setText(this.said, '');
    try {
      if (file.size > MOST_BYTES) throw new Unreadable(`This file has ${format(file.size, 'bytes')}; a request's has at most ${format(MOST_BYTES, 'bytes')}.`);
      const said = read(await file.text());
      arrange(said.contexts);
      this.panel.show(said.contexts.find((context) => context.id === said.chosen), said.work, said.until);
      setText(this.summary, `Saved ${clock(said.saved)} at ${said.from.slice(0, 100)}`);
      this.summary.title = moment(said.saved);
    } catch (failure) {
      setText(this.said, failure instanceof Unreadable ? failure.message : 'This file cannot be shown.');
      this.empty.hidden = false;
    }
  }
}

/** The way to it. */
export const fileLink = () => el('a', { class: 'more', href: state.linkTo('file', {}), title: 'Shows a request that was saved as a file, here or at another server' }, 'Open a file');
