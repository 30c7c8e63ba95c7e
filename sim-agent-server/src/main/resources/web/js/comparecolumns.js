// The figures of two sides in a row: before, now, by how much they differ, and whether that is more than chance makes of so few calls.

import { setText } from './dom.js';
import { figure } from './table.js';
import { count } from './units.js';

const FEW = 30; // calls; whatever differs of fewer is said to be of few
export const STATES = { new: 'new', gone: 'vanished', both: '' };
const PER = { second: 'per second', call: 'per call', request: 'per request' };

const countOf = (side) => (side ? side.count : 0);
const few = (row) => countOf(row.before) + countOf(row.after) < FEW;

/** @param per second, call or request. @param of how to come from a line of the table to the row */
export function comparedColumns(unit, per, of = (row) => row) {
  const group = PER[per];
  const value = (side) => (line) => (of(line)[side] ? of(line)[side].value : undefined);
  return [
    { id: `before ${unit}`, label: 'before', group, unit, absent: 'It was not called then, or this was not read', value: value('before') },
    { id: `after ${unit}`, label: 'now', group, unit, absent: 'It is not called now, or this was not read', value: value('after') },
    { id: `difference ${unit}`, label: 'difference', group, numeric: true, render: (cell, line) => writeDifference(cell, of(line).difference, of(line).certain, unit) },
    { id: 'ratio', label: 'times', group, numeric: true, title: 'Now, in times of before', render: (cell, line) => setText(cell, ratio(of(line))) },
    { id: 'certain', label: 'Certain', group: '', title: 'Whether chance makes such a difference of so many calls less than once in 370 times', render: (cell, line) => setText(cell, of(line).certain ? 'yes' : few(of(line)) ? 'few calls' : 'no') },
    { id: 'callsBefore', label: 'before', group: 'Calls', unit: 'count', value: (line) => countOf(of(line).before) },
    { id: 'callsAfter', label: 'now', group: 'Calls', unit: 'count', value: (line) => countOf(of(line).after) },
    { id: 'errorsBefore', label: 'before', group: 'Errors', unit: 'count', value: (line) => (of(line).before ? of(line).before.errors : 0) },
    { id: 'errorsAfter', label: 'now', group: 'Errors', unit: 'count', class: 'errors', value: (line) => (of(line).after ? of(line).after.errors : 0) },
  ];
}

/** More is worse: each measure is something that is used. */
export function writeDifference(cell, difference, certain, unit) {
  figure(cell, difference, unit, 'It has calls in one of the two alone, or not every call was read');
  cell.classList.toggle('worse', certain && difference > 0);
  cell.classList.toggle('better', certain && difference < 0);
}

function ratio(row) {
  if (row.difference === null || !row.before || !row.after || !(row.before.value > 0) || row.after.value === null) return '\u2013';
  const times = row.after.value / row.before.value;
  return `${times < 10 ? times.toFixed(2) : count(Math.round(times))} \u00d7`;
}
