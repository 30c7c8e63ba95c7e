// Any range: times that are typed, and ways from the range that is shown to the one before, after, or the same an hour, a day or a week before.

import * as state from './state.js';
import { el, icon } from './dom.js';

const CLOCK = 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM8 4.5V8l2.5 1.5';
const HOUR = 3_600_000;
const SHORTEST = 1_000;

/** Shows the range between two moments, ms, on all tabs. */
export const showRange = (from, to) => state.set({ from: String(Math.floor(from)), to: String(Math.max(Math.floor(from) + SHORTEST, Math.ceil(to))), last: null });

/** A moment as an input of the reader's zone has it, to the second. */
export function localTime(millis) {
  const at = new Date(millis);
  return new Date(millis - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

export function rangePicker() {
  const input = (label) => el('input', { type: 'datetime-local', step: '1', 'aria-label': label, required: true });
  const [from, to] = [input('From'), input('To')];
  const said = el('p', { class: 'error', role: 'alert' });
  const shift = (name, title, by) => el('button', { type: 'button', title, on: { click: () => {
    const [begin, end] = state.range();
    const step = by(end - begin);
    showRange(begin + step, end + step);
    fill();
  } } }, name);
  const fill = () => {
    const [begin, end] = state.range();
    [from.value, to.value, said.textContent] = [localTime(begin), localTime(end), ''];
  };
  const form = el('form', { class: 'times', on: { submit: (event) => {
    event.preventDefault();
    const [begin, end] = [new Date(from.value).getTime(), new Date(to.value).getTime()];
    said.textContent = begin < end ? '' : 'From must be before to.';
    if (!(begin < end)) return;
    showRange(begin, end);
    menu.open = false;
  } } },
  el('label', {}, 'From', from), el('label', {}, 'To', to), said, el('button', { type: 'submit' }, 'Show'));
  const menu = el('details', { class: 'range' },
    el('summary', { title: 'Type times, or go to another range' }, icon(CLOCK), el('span', { class: 'unseen' }, 'Times')),
    el('div', { class: 'menu' }, form,
      el('div', { class: 'word' },
        shift('\u2190 earlier', 'The range before this one', (length) => -length), shift('later \u2192', 'The range after this one', (length) => length),
        el('button', { type: 'button', title: 'Twice as much time around the same middle', on: { click: () => { const [begin, end] = state.range(); showRange(begin - (end - begin) / 2, Math.min(Date.now(), end + (end - begin) / 2)); fill(); } } }, 'zoom out')),
      el('p', { class: 'calm' }, 'The same'),
      el('div', { class: 'word' },
        shift('an hour before', 'As long, an hour earlier', () => -HOUR), shift('a day before', 'As long, a day earlier', () => -24 * HOUR), shift('a week before', 'As long, a week earlier', () => -168 * HOUR)),
      el('button', { type: 'button', on: { click: () => { state.set({ from: null, to: null, last: null }); menu.open = false; } } }, 'Back to now')));
  menu.addEventListener('toggle', () => {
    if (menu.open) fill();
  });
  return menu;
}
