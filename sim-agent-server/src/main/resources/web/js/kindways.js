// What a kind of requests and one request show alike of their methods, and the way from a kind to its versions side by side.

import * as state from './state.js';
import { METERS, reading } from './meters.js';

const USED = [['thread.cpu', 'cpu'], ['blocking.time', 'blocked'], ['waiting.time', 'waited'], ['alloc.bytes', 'allocated']];

/** What methods used themselves, beside their time. */
export function usedColumns(of, part = (value) => value) {
  return USED.map(([label, name]) => {
    const meter = METERS.find((one) => one.label === label);
    return { id: label, label: name, unit: meter.unit, title: `${meter.title}, ${of}`, value: (row) => { const value = reading(row, label, 'self'); return value === undefined ? undefined : part(value); } };
  });
}

/** Where the version that started last is compared with the one before it, and what the link says; null where there is one version. */
export function besideVersions(instances, kind) {
  const application = state.get('application');
  const started = new Map(); // version -> when its first process started, ms
  for (const one of instances) {
    if (!one.version || (application && one.name !== application)) continue;
    started.set(one.version, Math.min(one.started, started.get(one.version) ?? Infinity));
  }
  if (started.size < 2) return null;
  const [last, before] = [...started].sort(([, one], [, other]) => other - one).map(([version]) => version);
  const { name, tag } = kind;
  return [state.linkTo('compare', { instance: null, ago: '0', per: 'request', name, ...(tag === null ? {} : { tag }), version: last, otherVersion: before }), `Version ${last} beside ${before}`];
}
