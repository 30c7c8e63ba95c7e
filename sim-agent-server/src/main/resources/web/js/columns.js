// The columns of the methods table: every measure there is, in groups that can be hidden.

import { MEAN, METERS, nameOf, noCpu, NO_HISTOGRAM, OWN, partial, reading, wholeTotal } from './meters.js';
import { lacks, writeMarks } from './marks.js';
import { writeName, shortName } from './name.js';
import { el, setAttribute, setText } from './dom.js';
import { duration, percent } from './units.js';

/** How the meters besides the wall clock are summed up. */
export const VIEWS = [
  ['total', 'Total', 'Sums over the calls, inner calls included'],
  ['self', 'Self', 'Sums over the calls, metered inner calls left out'],
  ['max', 'Max', 'The largest single call'],
  ['mean', 'Per call', MEAN],
  ['p95', 'p95', '95 % of the calls took at most this much (within 3.2 %), for meters that the application names in sim.histograms'],
];

export const GROUPS = ['Calls', 'Wall clock', ...new Set(METERS.slice(1).map((meter) => meter.group)), OWN];

/** Sums by which the server ranks a name of which not each call is read by an estimate. */
const RANKED = ['total', 'self'];

/** How a method is ranked by itself: a user looks for what requests wait for and work at, and an idle pool waits all day. */
export const ORDERS = [['work.self', 'by time at work'], ['wall.self', 'by elapsed time']];

/** Wall time of the method itself, without waiting for work. */
export const worked = (row) => (row.work ? row.work.self : undefined);

/** Of the method's own time, what is known of it, in the order of the bar: [what, ns, in words]. */
export function partsOf(row) {
  const own = (label) => Math.max(0, reading(row, label, 'self') || 0);
  const parts = [['cpu', own('thread.cpu'), 'on a processor'], ['blocked', own('blocking.time'), 'blocked at monitors'],
    ['waited', own('waiting.time'), 'waited, parked or slept'], ['elsewhere', (row.work && row.work.elsewhere) || 0, 'elsewhere: reading, writing, or waiting for a processor']];
  let idle = (row.work && row.work.idle) || 0;
  for (const part of [...parts].reverse()) { // idle time is waiting or elsewhere
    const less = part[0] === 'waited' || part[0] === 'elsewhere' ? Math.min(part[1], idle) : 0;
    part[1] -= less;
    idle -= less;
  }
  return parts;
}

/** Whether nearly all of a row's own time was waiting for work. */
export const isIdle = (row) => Boolean(row.work) && row.work.idle > 0 && row.work.idle >= 0.9 * reading(row, 'wall', 'self');

/** Marks a figure that is not of all calls, or not the method's alone. */
export const partialMark = (label, view) => (cell, row) => {
  const note = [lacks(row), label && partial(row, label, view)].filter(Boolean).join('\n');
  cell.classList.toggle('partial', Boolean(note));
  if (note) setAttribute(cell, 'title', note);
};

/** The bar behind a share of the whole, with what is known of the time. */
function share(cell, value, whole, parts) {
  const part = whole > 0 && value > 0 ? value / whole : 0;
  let bar = cell.querySelector('.bar');
  if (!bar) {
    bar = el('span', { class: 'bar', 'aria-hidden': 'true' }, parts.map(([what]) => el('i', { class: what })));
    cell.prepend(el('span', { class: 'share' }), bar);
  }
  bar.style.width = `calc(${(Math.min(1, part) * 100).toFixed(2)}% - ${(Math.min(1, part) * 20).toFixed(1)}px)`;
  const sum = parts.reduce((all, [, nanos]) => all + nanos, 0);
  parts.forEach(([, nanos], index) => { bar.children[index].style.width = `${sum > 0 ? (nanos / sum) * 100 : 0}%`; });
  setText(cell.querySelector('.share'), percent(part));
}

function nameColumn(open) {
  return {
    id: 'name', label: 'Method', group: '', sortable: true, first: 'ascending', title: 'Class and method',
    value: (row) => shortName(row).toLowerCase(), serverSort: 'method',
    render: (cell, row) => {
      if (!cell.firstElementChild) {
        cell.append(row.link ? el('a', { class: 'several' }) : el('button', { type: 'button', class: 'name', on: { click: () => open(cell.parentElement.row) } }));
      }
      if (row.link) {
        setText(cell.firstElementChild, row.method);
        setAttribute(cell.firstElementChild, 'href', row.link);
        setAttribute(cell.firstElementChild, 'title', row.title);
      } else {
        writeName(cell.firstElementChild, row);
        writeMarks(cell.firstElementChild, row, isIdle(row));
      }
    },
  };
}

function wall(view, label, title, extra = {}) {
  return {
    id: `wall.${view}`, serverSort: `wall.${view}`, ranked: RANKED.includes(view), label, title, group: 'Wall clock', unit: 'ns', sortable: true,
    value: (row) => reading(row, 'wall', view), after: partialMark('wall', view), ...extra,
  };
}

function percentile(which) {
  return {
    id: `wall.${which}`, serverSort: `wall.${which}`, label: which, group: 'Wall clock', unit: 'ns', sortable: true,
    title: `${which.slice(1)} % of the calls took at most this long (within 3.2 %)`,
    value: (row) => reading(row, 'wall', which), after: partialMark('wall', which),
  };
}

/** All columns for a view of the other meters; `extra` are meters of extensions, `whole` tells the sum of the rows' self times, which are of a search or all. */
export function columnsOf(view, hidden, extra, whole, open, isSearch = false) {
  const selfBar = {
    class: 'barred',
    after: (cell, row) => {
      const value = worked(row);
      const parts = partsOf(row);
      share(cell, value, whole(), parts);
      const known = parts.filter(([, nanos]) => nanos > 0).map(([, nanos, words]) => `${duration(nanos)} ${words}`);
      setAttribute(cell, 'title', [`${percent(value / whole())} of ${isSearch ? 'the time at work of the rows found' : 'all time at work'}`, ...known].join('\n'));
    },
  };
  const columns = [
    nameColumn(open),
    {
      id: 'work.self', serverSort: 'work.self', ranked: true, label: 'at work', group: 'Wall clock', unit: 'ns', sortable: true, value: worked, ...selfBar,
      title: 'Self time without waiting for work. The bar is its share: on a processor, blocked, waited, elsewhere (docs/measures.md)',
    },
    wall('self', 'self', 'Time in the method itself, waiting included: metered inner calls left out'),
    {
      id: 'idle', label: 'idle', group: 'Wall clock', unit: 'ns', value: (row) => row.work && row.work.idle,
      title: 'Self time in which threads waited for work outside of any request, such as for a connection or a task',
    },
    {
      id: 'elsewhere', label: 'elsewhere', group: 'Wall clock', unit: 'ns', value: (row) => row.work && row.work.elsewhere, absent: noCpu,
      title: 'Self time neither on a processor nor blocked nor waited, as far as the JVM tells: reading, writing, or waiting for a processor',
    },
    wall('total', 'total', 'Time from entry to exit, inner calls included', { value: wholeTotal }),
    wall('mean', 'mean', MEAN),
    wall('max', 'max', 'The slowest single call'),
    percentile('p50'), percentile('p95'), percentile('p99'),
    { id: 'count', serverSort: 'count', label: 'count', group: 'Calls', unit: 'count', sortable: true, title: 'Finished calls', value: (row) => row.count, after: partialMark() },
    { id: 'errors', serverSort: 'errors', label: 'errors', group: 'Calls', unit: 'count', sortable: true, class: 'errors', title: 'Calls that ended with an exception', value: (row) => row.errors },
  ];
  for (const meter of [...METERS.slice(1), ...extra]) {
    columns.push({
      id: meter.label, serverSort: `${meter.label}.${view}`, ranked: RANKED.includes(view), label: meter.short,
      group: meter.group, unit: meter.unit, sortable: true, title: `${nameOf(meter)}: ${meter.title}`,
      value: (row) => reading(row, meter.label, view), after: partialMark(meter.label, view), absent: view === 'p95' ? NO_HISTOGRAM : undefined,
    });
  }
  return columns.filter((column) => !hidden.has(column.group));
}
