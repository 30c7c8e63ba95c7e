// A name's verdicts, where those are one row by which its level went a step and came back soon: else these fill the list, and tell nothing one by one.

const SOON_MILLIS = 60_000;

const isOfLevel = (verdict) => verdict.from === verdict.to && verdict.fromLevel !== verdict.toLevel;

/** What a verdict changed: the standing, or the level alone, or only the reason for that. */
export const stepOf = (verdict) => (verdict.from === verdict.to ? [verdict.fromLevel, verdict.toLevel] : [verdict.from, verdict.to]);

const isBack = (back, there) => isOfLevel(back) && isOfLevel(there) && back.sequence === there.sequence + 1 && back.from === there.from
  && back.fromLevel === there.toLevel && back.toLevel === there.fromLevel && back.time - there.time <= SOON_MILLIS;

/** @param verdicts of one process, the latest first */
function ofInstance(verdicts) {
  const rows = [];
  for (let at = 0; at < verdicts.length;) {
    let end = at;
    while (end + 1 < verdicts.length && isBack(verdicts[end], verdicts[end + 1]) && verdicts[end].fromLevel === verdicts[at].fromLevel && verdicts[end].toLevel === verdicts[at].toLevel) end += 2;
    if (end === at) rows.push(verdicts[at++]);
    else {
      rows.push({ ...verdicts[at], verdicts: end - at, since: verdicts[end - 1].time });
      at = end;
    }
  }
  return rows;
}

/**
 * Those that went there and back within a minute as one row, with the number of its `verdicts` and `since` when.
 *
 * @param verdicts of one name, the latest first, of several processes
 */
export function folded(verdicts) {
  const each = new Map();
  for (const verdict of verdicts) {
    if (!each.has(verdict.instance)) each.set(verdict.instance, []);
    each.get(verdict.instance).push(verdict);
  }
  return [...each.values()].flatMap(ofInstance).sort((one, other) => other.time - one.time);
}
