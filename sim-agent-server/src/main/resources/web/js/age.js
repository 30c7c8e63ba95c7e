// What the figures in view are of. While the answer to another question is awaited they are those of the one before: then the page dims them, and says which they are.

import * as state from './state.js';
import { rangeInWords } from './ranges.js';

const seen = new Map(); // tab -> the question that its figures answer

/** What is asked now: which tab, whose figures, of which time. */
export function question() {
  const [last, from, to] = ['last', 'from', 'to'].map((name) => state.get(name));
  return {
    tab: state.tab(), words: rangeInWords(last, from, to),
    of: JSON.stringify([from ? null : last || state.DEFAULT_LAST, from, to, state.get('application'), state.get('instance'), state.narrowedTo()]),
  };
}

/** The figures in view are the answer to this question. */
export function answered(asked) {
  seen.set(asked.tab, asked);
  showAge();
}

/** Nothing that was seen before stays. */
export function forget() {
  seen.clear();
  showAge();
}

/** Says of figures that answer another question which one. */
export function showAge() {
  const [now, before] = [question(), seen.get(state.tab())];
  const isOld = Boolean(before) && before.of !== now.of;
  const line = document.getElementById('age');
  const words = !isOld ? '' : before.words === now.words ? 'What stands here is of the choice before, until the figures of this one are read.'
    : `Figures of ${before.words} stand here until those of ${now.words} are read.`;
  document.body.classList.toggle('aged', isOld);
  if (line.textContent !== words) line.textContent = words;
  line.hidden = !isOld;
}
