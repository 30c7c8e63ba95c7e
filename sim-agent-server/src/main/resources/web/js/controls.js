// The small controls views share.

import * as state from './state.js';
import { debounce, el } from './dom.js';

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

/** One of a few: a segmented control. `options` is a list of [value, label, title]. */
export function segments(label, options, value, onChoose) {
  const buttons = options.map(([option, text, title]) => el('button', {
    type: 'button', title, 'aria-pressed': String(option === value), 'data-value': option,
    on: {
      click: () => {
        buttons.forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.value === option)));
        onChoose(option);
      },
    },
  }, text));
  return el('div', { class: 'segments', role: 'group', 'aria-label': label }, buttons);
}

export function checkbox(label, checked, onChange) {
  const input = el('input', { type: 'checkbox', on: { change: () => onChange(input.checked) } });
  input.checked = checked;
  return el('label', { class: 'check' }, input, label);
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

/** A quiet sentence where figures would be. */
export const quiet = (...content) => el('p', { class: 'quiet' }, ...content);
