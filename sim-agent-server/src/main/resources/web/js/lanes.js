// Where the bars of a timeline go: a lane for every thread of every process, and in a lane as many levels as contexts
// were current there one inside the other.

const isOpenStay = (stay) => stay.endMicros === null || stay.endMicros === undefined;

/** When something stood open until now, its end is when the answer was made; when its process is gone, when that was last heard of. */
function endOf(context, stay, until) {
  const last = context.processGone ? context.startMicros + context.durationNanos / 1000 : until;
  return isOpenStay(stay) ? Math.max(last, stay.startMicros) : stay.endMicros;
}

/** One bar for every stay of a context on a thread: [{context, thread, from, to, times, open, level}] by process and thread. */
export function lanesOf(contexts, until) {
  const processes = new Map();
  const bars = contexts.flatMap((context) => staysOf(context).map((stay) => ({
    context, thread: stay.thread, from: stay.startMicros, to: endOf(context, stay, until), times: stay.times, open: isOpenStay(stay) && !context.processGone,
  }))).sort((one, other) => one.from - other.from || other.to - one.to || depth(one.context) - depth(other.context));
  for (const bar of bars) {
    const { application, instance } = bar.context;
    if (!processes.has(instance)) processes.set(instance, { application, instance, threads: new Map() });
    const { threads } = processes.get(instance);
    if (!threads.has(bar.thread)) threads.set(bar.thread, { name: bar.thread, bars: [], ends: [] });
    const lane = threads.get(bar.thread);
    bar.lane = lane;
    bar.level = lane.ends.findIndex((end) => end <= bar.from);
    if (bar.level < 0) bar.level = lane.ends.length;
    lane.ends[bar.level] = bar.to;
    lane.bars.push(bar);
  }
  return [...processes.values()].map((process) => ({ ...process, threads: [...process.threads.values()] }));
}

/** What an older agent did not say: it was on the thread it was begun on. */
function staysOf(context) {
  if (context.stays && context.stays.length > 0) return context.stays;
  return [{ thread: context.thread, startMicros: context.startMicros, endMicros: context.end === null || context.end === undefined ? null : context.startMicros + context.durationNanos / 1000, times: 1 }];
}

function depth(context) {
  let levels = 0;
  for (let outer = context.outer; outer && levels < 1000; outer = outer.outer) levels++;
  return levels;
}

/** A context, what it is inside of, and everything inside it. */
export function family(context) {
  const all = new Set();
  for (let outer = context; outer && !all.has(outer); outer = outer.outer) all.add(outer);
  const inside = [...(context.inside || [])];
  while (inside.length > 0) {
    const next = inside.pop();
    if (all.has(next)) continue;
    all.add(next);
    inside.push(...next.inside);
  }
  return all;
}

/** From when to when something of these contexts went on: [from, to]. */
export function extent(contexts, until) {
  let from = Infinity;
  let to = -Infinity;
  for (const context of contexts) {
    for (const stay of staysOf(context)) {
      from = Math.min(from, stay.startMicros);
      to = Math.max(to, endOf(context, stay, until));
    }
  }
  const margin = Math.max(1, (to - from) * 0.02);
  return [Math.floor(from - margin), Math.ceil(to + margin)];
}
