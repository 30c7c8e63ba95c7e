// What figures narrowed to a context do not show: said beside them, never left out in silence.
import { count, duration } from './units.js';

/** The value of a request that was to have all its places and has not. */
const BOUND = 'sim.places.bound';
const KIND = `the ${count(64_000)} places that large requests of a kind have together between two shipments`;
const FEW = 'context.places.few: a few places are kept of what is neither slow (events.slow) nor failed, one of the slowest or of the sample';

/** The bounds that left out places of contexts. Without a word from the application they are those that were to have a few. */
function boundsOf(contexts) {
  const said = new Set(contexts.map((context) => (context.values || {})[BOUND]).filter(Boolean));
  return said.size > 0 ? [...said].map((bound) => (bound === 'kind' ? KIND : bound)).join(' and by ') : FEW;
}

/** A sentence on what is missing, or nothing. `narrowed` is the answer's, of contexts; or of `one`, with those inside it. */
export function missing(narrowed, one = null) {
  if (!narrowed || narrowed.whole) return '';
  const parts = [];
  if (narrowed.callsElsewhere > 0) {
    const places = narrowed.placesElsewhere > 0 ? `${count(narrowed.placesElsewhere)} places` : 'places';
    parts.push(`${count(narrowed.callsElsewhere)} calls (${duration(narrowed.selfNanosElsewhere)} self) at ${places} ${one ? 'this request is' : 'these contexts are'} not kept with`);
  }
  if (narrowed.contextsLeftOut > 0) {
    parts.push(one ? `${count(narrowed.contextsLeftOut)} contexts of its time were not kept one by one, and any of these that began inside it is missing`
      : `${count(narrowed.contextsLeftOut)} contexts of this application were not kept one by one`);
  }
  if (parts.length === 0) {
    parts.push('the sums of the beginning of this range are gone, because they are older than --keep says or the store was too large');
  }
  return `Not all of it: ${parts.join('; ')}.${one && narrowed.callsElsewhere > 0 ? ` These are left out by ${boundsOf(one)}.` : ''}`;
}
