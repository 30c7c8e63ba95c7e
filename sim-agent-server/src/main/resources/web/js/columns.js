// The columns of the methods table: every measure there is, in groups that can be hidden.

import { METERS, nameOf, NO_HISTOGRAM, OWN, reading } from './meters.js';
import { writeName, shortName } from './name.js';
import { el, setAttribute, setText } from './dom.js';
import { percent } from './units.js';

/** How the meters besides the wall clock are summed up. */
export const VIEWS = [
  ['total', 'Total', 'Sums over the calls, inner calls included'],
  ['self', 'Self', 'Sums over the calls, metered inner calls left out'],
  ['max', 'Max', 'The largest single call'],
  ['mean', 'Per call', 'Total divided by the number of calls'],
  ['p95', 'p95', '95 % of the calls took at most this much (within 3.2 %), for meters that the application names in sim.histograms'],
];

export const GROUPS = ['Calls', 'Wall clock', ...new Set(METERS.slice(1).map((meter) => meter.group)), OWN];

/** How a method is ranked by itself: a profiler's users look for work, and an idle pool waits all day. */
export const ORDERS = [['running.self', 'by running time'], ['wall.self', 'by elapsed time']];

/** Running time of the method itself. */
export const running = (row) => (row.running ? row.running.self : undefined);

/** The bar behind a share of the whole. */
function share(cell, value, whole) {
  const part = whole > 0 && value > 0 ? value / whole : 0;
  let bar = cell.querySelector('.bar');
  if (!bar) {
    bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
    cell.prepend(el('span', { class: 'share' }), bar);
  }
  bar.style.width = `${(Math.min(1, part) * 100).toFixed(2)}%`;
  setText(cell.querySelector('.share'), percent(part));
}

function nameColumn(open) {
  return {
    id: 'name', label: 'Method', group: '', sortable: true, first: 'ascending', title: 'Class and method',
    value: (row) => shortName(row).toLowerCase(), serverSort: 'method',
    render: (cell, row) => {
      if (!cell.firstElementChild) {
        cell.append(el('button', { type: 'button', class: 'name', on: { click: () => open(cell.parentElement.row) } }));
      }
      writeName(cell.firstElementChild, row);
    },
  };
}

function wall(view, label, title, extra = {}) {
  return {
    id: `wall.${view}`, serverSort: `wall.${view}`, label, title, group: 'Wall clock', unit: 'ns', sortable: true,
    value: (row) => reading(row, 'wall', view), ...extra,
  };
}

function percentile(which) {
  return {
    id: `wall.${which}`, serverSort: `wall.${which}`, label: which, group: 'Wall clock', unit: 'ns', sortable: true,
    title: `${which.slice(1)} % of the calls took at most this long (within 3.2 %)`,
    value: (row) => reading(row, 'wall', which),
  };
}

/** All columns for a view of the other meters; `extra` are meters of extensions, `whole` tells the sum of all self times. */
export function columnsOf(view, hidden, extra, whole, open) {
  const selfBar = {
    class: 'barred',
    after: (cell, row) => {
      const value = running(row);
      share(cell, value, whole());
      setAttribute(cell, 'title', `${percent(value / whole())} of all running time shown`);
    },
  };
  const columns = [
    nameColumn(open),
    {
      id: 'running.self', serverSort: 'running.self', label: 'running', group: 'Wall clock', unit: 'ns', sortable: true, value: running, ...selfBar,
      title: 'Self time in which its threads ran: without the time blocked, waiting, parked and asleep. The bar is its share',
    },
    wall('self', 'self', 'Time in the method itself, waiting included: metered inner calls left out'),
    wall('total', 'total', 'Time from entry to exit, inner calls included'),
    wall('mean', 'mean', 'Total divided by the number of calls', { serverSort: 'wall.total' }),
    wall('max', 'max', 'The slowest single call'),
    percentile('p50'), percentile('p95'), percentile('p99'),
    { id: 'count', serverSort: 'count', label: 'count', group: 'Calls', unit: 'count', sortable: true, title: 'Finished calls', value: (row) => row.count },
    { id: 'errors', serverSort: 'errors', label: 'errors', group: 'Calls', unit: 'count', sortable: true, class: 'errors', title: 'Calls that ended with an exception', value: (row) => row.errors },
  ];
  for (const meter of [...METERS.slice(1), ...extra]) {
    columns.push({
      id: meter.label, serverSort: `${meter.label}.${view === 'mean' ? 'total' : view}`, label: meter.short,
      group: meter.group, unit: meter.unit, sortable: true, title: `${nameOf(meter)}: ${meter.title}`,
      value: (row) => reading(row, meter.label, view), absent: view === 'p95' ? NO_HISTOGRAM : undefined,
    });
  }
  return columns.filter((column) => !hidden.has(column.group));
}
