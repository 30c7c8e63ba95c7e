// Figures as people read them. A value that was not read is a dash, never 0.

const NARROW = '\u202f'; // the thin space between thousands; it does not break a line
export const ABSENT = '\u2013';

const DURATIONS = [[1, 'ns'], [1e3, 'µs'], [1e6, 'ms'], [1e9, 's'], [60e9, 'min'], [3600e9, 'h']];
const BYTES = [[1, 'B'], [2 ** 10, 'KB'], [2 ** 20, 'MB'], [2 ** 30, 'GB'], [2 ** 40, 'TB']];

/** Groups of three, at most `digits` decimals. */
function grouped(value, digits) {
  const [whole, fraction] = Math.abs(value).toFixed(digits).split('.');
  const head = whole.replace(/\B(?=(\d{3})+(?!\d))/g, NARROW);
  const tail = fraction ? `.${fraction}` : '';
  return (value < 0 ? '-' : '') + head + tail;
}

/** Three significant digits, enough to compare two rows. */
function significant(value) {
  const size = Math.abs(value);
  return grouped(value, size >= 100 || size === 0 ? 0 : size >= 10 ? 1 : 2);
}

/** The largest unit the value reaches once rounded: 999.9 ms is 1.00 s, not "1000 ms". */
function scaled(value, scale) {
  let chosen = scale[0];
  for (const step of scale) if (Math.abs(value) >= step[0] * 0.9995) chosen = step;
  const plain = chosen[0] === 1 && Number.isInteger(value);
  return [plain ? grouped(value, 0) : significant(value / chosen[0]), chosen[1]];
}

function counted(value) {
  if (value > 0 && value < 0.001) return ['<0.001', '']; // a rounded 0 would say that it never happened
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 0.1 ? 1 : 3;
  return [grouped(value, digits), ''];
}

const AS = {
  ns: (value) => scaled(value, DURATIONS),
  us: (value) => scaled(value * 1e3, DURATIONS),
  ms: (value) => scaled(value * 1e6, DURATIONS),
  s: (value) => scaled(value * 1e9, DURATIONS),
  bytes: (value) => scaled(value, BYTES),
  count: counted,
  rate: (value) => [significant(value), '/s'],
  ratio: (value) => [significant(value * 100), '%'],
  percent: (value) => [significant(value), '%'],
};

/** The figure and its unit as two texts, so that a table can align both. */
export function parts(value, unit) {
  if (value === null || value === undefined || !Number.isFinite(value)) return [ABSENT, ''];
  const [figure, name] = (AS[unit] || counted)(value);
  return [figure, name || (AS[unit] ? '' : unit || '')];
}

/** The figure with its unit. */
export function format(value, unit) {
  const [figure, name] = parts(value, unit);
  return name ? `${figure}\u00a0${name}` : figure;
}

export const duration = (nanos) => format(nanos, 'ns');
export const count = (value) => format(value, 'count');

/** A share as percent, with one decimal while it is small. */
export function percent(share) {
  if (!Number.isFinite(share)) return ABSENT;
  const value = share * 100;
  return `${value > 0 && value < 0.1 ? '<0.1' : value.toFixed(value < 10 ? 1 : 0)}%`;
}

const two = (number) => String(number).padStart(2, '0');

/** The time of day in the reader's zone; the date is added when it is not today. */
export function clock(millis, withMillis = false) {
  const at = new Date(millis);
  const time = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
  const exact = withMillis ? `${time}.${String(at.getMilliseconds()).padStart(3, '0')}` : time;
  return at.toDateString() === new Date().toDateString() ? exact : `${at.getMonth() + 1}/${two(at.getDate())} ${exact}`;
}

/** The exact moment, for titles. */
export const moment = (millis) => new Date(millis).toISOString();
