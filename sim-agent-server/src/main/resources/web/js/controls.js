// The small controls views share.

import * as state from './state.js';
import { debounce, el, setAttribute } from './dom.js';
import { duration } from './units.js';

/** A search box that speaks after a pause in typing; what it holds is part of the link. */
export function searchBox(label) {
  const later = debounce((search) => state.set({ search }), 200);
  return el('input', {
    type: 'search', class: 'search', placeholder: label, 'aria-label': label, value: state.get('search') || '', spellcheck: 'false', autocomplete: 'off',
    on: { input: (event) => later(event.target.value.trim()) },
  });
}

/** Shows what the link says, unless the reader is typing. */
export function syncSearch(box) {
  const wanted = state.get('search') || '';
  if (box !== document.activeElement && box.value !== wanted) box.value = wanted;
}

/** One of a few: a segmented control. `options` is a list of [value, label, title]; `syncSegments` says which is on. */
export function segments(label, options, onChoose) {
  return el('div', { class: 'segments', role: 'group', 'aria-label': label }, options.map(([option, text, title]) => el('button', {
    type: 'button', title, 'aria-pressed': 'false', 'data-value': option, on: { click: () => onChoose(option) },
  }, text)));
}

/** Shows what the link says. */
export function syncSegments(group, value) {
  for (const button of group.children) setAttribute(button, 'aria-pressed', String(button.dataset.value === value));
}

export function checkbox(label, checked, onChange) {
  const input = el('input', { type: 'checkbox', on: { change: () => onChange(input.checked) } });
  input.checked = checked;
  return el('label', { class: 'check' }, input, label);
}

/** Shows what the link says. */
export function syncCheckbox(label, checked) {
  label.firstElementChild.checked = checked;
}

/** A choice with a visible or hidden label; `options` is a list of [value, text]. */
export function select(label, options, value, onChange) {
  const choice = el('select', { 'aria-label': label, on: { change: () => onChange(choice.value) } });
  fillSelect(choice, options, value);
  return choice;
}

export function fillSelect(choice, options, value) {
  const signature = JSON.stringify(options);
  if (choice.signature !== signature) {
    choice.signature = signature;
    choice.replaceChildren(...options.map(([option, text]) => el('option', { value: option }, text)));
  }
  if (choice.value !== (value || '')) choice.value = value || '';
}

const LEASTS = [['', 'of any duration'], ['1000000', 'from 1 ms'], ['10000000', 'from 10 ms'], ['100000000', 'from 100 ms'], ['1000000000', 'from 1 s'], ['10000000000', 'from 10 s']];

/** The least duration of what is listed: {node, sync()}. A link may ask for any. */
export function leastDuration() {
  const node = select('Least duration', LEASTS, '', (least) => state.set({ least }));
  return { node, sync() {
    const least = state.get('least') || '';
    fillSelect(node, LEASTS.some(([one]) => one === least) ? LEASTS : [...LEASTS, [least, `from ${duration(Number(least))}`]], least);
  } };
}

/** A part of the name of a thread: {node, sync()}. */
export function onThread(label) {
  const node = el('input', { type: 'search', class: 'search on-thread', placeholder: 'Thread', 'aria-label': label, spellcheck: 'false', autocomplete: 'off', on: { input: debounce((event) => state.set({ thread: event.target.value.trim() }), 200) } });
  return { node, sync() {
    if (node !== document.activeElement && node.value !== (state.get('thread') || '')) node.value = state.get('thread') || '';
  } };
}

/** What narrows the page, with the way to lift it. */
export const filter = (text, lift) => el('button', { type: 'button', class: 'filter', 'aria-label': `Remove the filter ${text}`, on: { click: lift } },
  text, el('span', { 'aria-hidden': 'true' }, ' \u00d7'));

/** A quiet sentence where figures would be. */
export const quiet = (...content) => el('p', { class: 'quiet' }, ...content);
