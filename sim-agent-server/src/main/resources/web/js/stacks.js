// Stacks of exceptions: one of each kind of stack, with the message of the last.

import { el, keyed, setText } from './dom.js';
import { clock, count, moment } from './units.js';

export class Stacks {
  /** @param onMore asks for more of them */
  constructor(heading, onMore = null) {
    this.list = el('div');
    this.more = el('button', { type: 'button', class: 'more', hidden: true, on: { click: onMore } });
    this.node = el('section', { class: 'stacks', 'aria-label': heading, hidden: true }, el('h3', {}, heading), this.list, this.more);
  }

  /** @param stacks as the server answers them; the first is open. @param further how many more there are */
  update(stacks, further = 0) {
    this.node.hidden = stacks.length === 0;
    this.more.hidden = !(further > 0);
    setText(this.more, `${count(further)} more`);
    keyed(this.list, stacks, (stack) => `${stack.class} ${stack.method} ${stack.stack}`, make, write);
    const first = this.list.firstElementChild;
    if (first && first !== this.first) first.open = true; // once: what the reader closes stays closed
    this.first = first;
  }
}

function make() {
  return el('details', {}, el('summary'), el('p', { class: 'calm' }), el('pre', { tabindex: '0' }));
}

function write(node, stack) {
  const [title, when, text] = node.children;
  setText(title, stack.message);
  setText(when, `${stack.method ? `Began in ${stack.class}.${stack.method}` : 'No metered call failed'}; read of ${count(stack.reads)}, last ${clock(stack.last, true)}`);
  when.title = moment(stack.last);
  setText(text, stack.text || 'This exception has no stack.');
}
