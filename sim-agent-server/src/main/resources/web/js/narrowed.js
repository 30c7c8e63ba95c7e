// What figures narrowed to a context do not show: said beside them, never left out in silence.
import { count, duration } from './units.js';

/** A sentence on what is missing, or nothing. `narrowed` is the answer's, of contexts or of `one`. */
export function missing(narrowed, one = false) {
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
  return `Not all of it: ${parts.join('; ')}.`;
}
