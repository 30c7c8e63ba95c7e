// The ranges of time that the page offers, and how any range is said in words.

import * as state from './state.js';
import { clock } from './units.js';

export const RANGES = [['1m', 'last 1 min'], ['5m', 'last 5 min'], ['15m', 'last 15 min'], ['1h', 'last hour'], ['6h', 'last 6 hours'], ['1d', 'last day'], ['7d', 'last 7 days'], ['30d', 'last 30 days'], ['365d', 'last year']];

const lastSo = (last) => (RANGES.find(([range]) => range === last) || [last, `last ${last}`])[1];

/** As a sentence names the range of a link: its `last`, or its `from` and `to`. */
export function rangeInWords(last, from, to) {
  if (!from && !to) return `the ${lastSo(last || state.DEFAULT_LAST)}`;
  return `${from ? clock(Number(from)) : lastSo(last || state.DEFAULT_LAST)} \u2013 ${to ? clock(Number(to)) : 'now'}`;
}
