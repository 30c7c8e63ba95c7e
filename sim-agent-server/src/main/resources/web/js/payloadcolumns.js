// The columns that payloads have wherever they are listed, and the way to one of them over time.

import * as state from './state.js';

/** Where a payload's rate and duration are drawn. */
export const overTime = (probe, text) => state.linkTo('probes', { probe, as: 'telemetries', text });

export const sums = (of = (row) => row) => [
  { id: 'count', label: 'count', unit: 'count', value: (row) => of(row).count },
  { id: 'errors', label: 'errors', unit: 'count', class: 'errors', value: (row) => of(row).errors },
  { id: 'total', label: 'total', unit: 'ns', value: (row) => of(row).total },
  { id: 'mean', label: 'mean', unit: 'ns', value: (row) => of(row).mean },
  { id: 'max', label: 'max', unit: 'ns', value: (row) => of(row).max },
];
