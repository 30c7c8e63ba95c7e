// How a method is named on the page: what tells it apart first, where it lives behind.

import { el, setText } from './dom.js';

/** The class without its package; what is nested stays. */
export function simple(className) {
  return className.slice(className.lastIndexOf('.') + 1);
}

export function packageOf(className) {
  const dot = className.lastIndexOf('.');
  return dot < 0 ? '' : className.slice(0, dot);
}

/** `Type.method`; a constructor reads as `new Type`. */
export function shortName(row) {
  const type = simple(row.class || '');
  if (row.method === '<init>') return `new ${type}`;
  return type ? `${type}.${row.method}` : row.method;
}

export const fullName = (row) => (row.class ? `${row.class}.${row.method}` : row.method);

/** Writes the name into a holder: package small above, type and method below. */
export function writeName(holder, row) {
  if (!holder.firstElementChild) holder.append(el('span', { class: 'package' }), el('span', { class: 'member' }));
  setText(holder.firstElementChild, packageOf(row.class || ''));
  setText(holder.children[1], shortName(row));
  const title = row.title || fullName(row);
  if (holder.title !== title) holder.title = title;
}
