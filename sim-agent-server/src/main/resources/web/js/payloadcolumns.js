// The columns that payloads have wherever they are listed.

export const sums = (of = (row) => row) => [
  { id: 'count', label: 'count', unit: 'count', value: (row) => of(row).count },
  { id: 'errors', label: 'errors', unit: 'count', class: 'errors', value: (row) => of(row).errors },
  { id: 'total', label: 'total', unit: 'ns', value: (row) => of(row).total },
  { id: 'mean', label: 'mean', unit: 'ns', value: (row) => of(row).mean },
  { id: 'max', label: 'max', unit: 'ns', value: (row) => of(row).max },
];
