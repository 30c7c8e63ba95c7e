// Which platform series belong on one chart, and how each is to be read. What no rule knows gets a chart of its own,
// so that a series added by a later collector is seen without a change here.

const RULES = [
  { title: 'CPU usage', match: /cpu\.(usage|average)$|^host\.cpu$/, full: true },
  { title: 'Heap', match: /^heap\.(used|committed|max)$/, limit: /max$/ },
  { title: 'GC, collections', match: /^gc\.(.+\.)?count$/, bars: true },
  { title: 'GC, time', match: /^gc\.(.+\.)?time$/, bars: true },
  { title: 'Threads', match: /^threads\.(live|daemon|peak|count)$/ },
  { title: 'Threads started', match: /^threads\.started$/, bars: true },
  { title: 'CPU time used', match: /cpu\.time|cpu\.total|^process\.cpu$/, bars: true },
  { title: 'Non-heap memory', match: /^non-?heap\.|^nonheap/ },
  { title: 'Heap, other', match: /^heap\./ },
  { title: 'Classes', match: /^classes\./ },
  { title: 'Open files', match: /files|descriptors/, limit: /max$/ },
  { title: 'System load', match: /load/ },
  { title: 'Host memory', match: /^host\.(memory|swap)/, limit: /total$/ },
  { title: 'Host disk', match: /disk/ },
  { title: 'Host network', match: /net/ },
];

/** Counts and times since the start, shown as what happened in each interval; those of the platform are the growing ones of PlatformMeasure. */
const CUMULATIVE = /^gc\.(.+\.)?(count|time)$|^threads\.started$|^cpu\.(jit|gc|sim|jvm|queued)$|cpu\.time|cpu\.total|^process\.cpu$|^classes\.(loaded\.total|unloaded)$|(disk|net)\S*\.(read|written|received|sent)/;

/** The top of a scale that ends, by unit. */
const FULL = { ratio: 1, percent: 100 };

const HIDDEN = /uptime/; // a straight line tells nothing

/** From sums since the start to gains between two points; a restart counts as none. */
export function gains(points) {
  return points.slice(1).map(([at, value], index) => [at, Math.max(0, value - points[index][1])]);
}

function words(name) {
  return name.replace(/[._]/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
}

/** The charts for these series: [{title, unit, bars, max, lines: [{label, points, limit}]}]. */
export function chartsOf(series) {
  const instances = new Set(series.map((one) => one.instance));
  const charts = new Map();
  for (const one of series) {
    if (HIDDEN.test(one.name)) continue;
    const order = RULES.findIndex((rule) => rule.match.test(one.name));
    const rule = RULES[order] || { title: words(one.name) };
    const cumulative = CUMULATIVE.test(one.name);
    const key = `${rule.title} ${one.unit}`;
    if (!charts.has(key)) {
      charts.set(key, { key, order: order < 0 ? RULES.length : order, title: rule.title, unit: one.unit, bars: Boolean(rule.bars || cumulative), max: rule.full ? FULL[one.unit] : undefined, lines: [] });
    }
    const chart = charts.get(key);
    chart.lines.push({
      name: one.name,
      label: instances.size > 1 ? `${one.name} ${one.instance.slice(0, 6)}` : one.name,
      points: cumulative ? gains(one.points) : one.points,
      limit: Boolean(rule.limit && rule.limit.test(one.name)),
    });
  }
  const ordered = [...charts.values()].sort((a, b) => a.order - b.order || a.title.localeCompare(b.title));
  for (const chart of ordered) if (instances.size === 1) shorten(chart.lines);
  return ordered;
}

/** Leaves out of the labels what all lines of a chart have in common. */
function shorten(lines) {
  const first = lines[0].label.split('.');
  let common = 0;
  while (lines.length > 1 && common < first.length - 1 && lines.every((line) => line.label.split('.')[common] === first[common])) common++;
  for (const line of lines) line.label = line.label.split('.').slice(common).join(' ');
}
