// The kind of requests whose work alone a view shows, as its link says, with the way to lift it.

import * as state from './state.js';
import { filter } from './controls.js';
import { el } from './dom.js';

export class KindFilter {
  constructor() {
    this.node = el('span', { class: 'filters' });
  }

  /** What is asked for; a context in the link comes first, because it is narrower. */
  params() {
    return state.get('context') ? {} : { name: state.get('name'), tag: state.get('tag') };
  }

  /** Shows what the link says. */
  sync() {
    const name = state.get('name') && !state.get('context') ? `${state.get('tag') ? `${state.get('tag')} ` : ''}${state.get('name')}` : '';
    this.node.hidden = !name;
    if (this.node.dataset.kind === name) return;
    this.node.dataset.kind = name;
    this.node.replaceChildren(...(name ? [filter(name, () => state.set({ name: null, tag: null }))] : []));
    this.node.title = name ? `Only the work in requests of the kind ${name}` : '';
  }
}
