// One small chart over time, drawn by Chart.js in the page's own colours.

import { clock, format } from './units.js';

const PALETTE = ['--plot-1', '--plot-2', '--plot-3', '--plot-4', '--plot-5', '--plot-6'];

/** The page's first colour of charts. */
export const tone = () => colour(PALETTE[0]);

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Steps of the time axis that fall on round times of day. */
function timeTicks(scale) {
  const span = (scale.max - scale.min) / 1000;
  const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600];
  const step = (steps.find((candidate) => span / candidate <= 5) || 43200) * 1000;
  scale.ticks = [];
  for (let at = Math.ceil(scale.min / step) * step; at <= scale.max; at += step) scale.ticks.push({ value: at });
}

/** The time of day at one of these steps: with seconds where a step is no whole minute, else labels would repeat. */
function timeLabel(at, index, ticks) {
  const time = clock(at).slice(-8);
  return ticks.some((tick) => tick.value % 60000 !== 0) ? time : time.slice(0, -3);
}

/** Nothing was reported for a while: the line is broken there, not drawn through. */
function withGaps(points) {
  const steps = points.slice(1).map((point, index) => point[0] - points[index][0]).sort((a, b) => a - b);
  const usual = steps.length ? steps[Math.floor(steps.length / 2)] : 0;
  const drawn = [];
  points.forEach(([x, y], index) => {
    if (index > 0 && usual > 0 && x - points[index - 1][0] > 4 * usual) drawn.push({ x: points[index - 1][0] + 1, y: null });
    drawn.push({ x, y });
  });
  return drawn;
}

export class Plot {
  /** `unit` formats the axis; `bars` draws bars (what happened in an interval) and not lines; `log` is an axis on which most and the slowest are both read; `hovers` says what is under the pointer. */
  constructor(canvas, { unit, bars = false, max = undefined, log = false, hovers = true }) {
    window.Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    window.Chart.defaults.font.size = 11;
    this.unit = unit;
    this.bars = bars;
    this.log = log;
    this.chart = new window.Chart(canvas, {
      type: bars ? 'bar' : 'line',
      data: { datasets: [] },
      plugins: [{ id: 'layout', afterLayout: () => { if (this.chart && this.onLayout) this.onLayout(); }, // what lies over it has its size
        beforeDatasetsDraw: (chart) => { if (this.under) this.under(chart); } }],
      options: {
        animation: false, responsive: true, maintainAspectRatio: false, parsing: false, normalized: true,
        interaction: { mode: 'nearest', axis: 'x', intersect: false },
        scales: {
          x: { type: 'linear', offset: false, afterBuildTicks: timeTicks, border: { display: false }, grid: { display: false }, ticks: { maxRotation: 0, autoSkipPadding: 16, callback: timeLabel } },
          y: { type: log ? 'logarithmic' : 'linear', beginAtZero: !log, suggestedMax: max, border: { display: false }, ticks: { maxTicksLimit: 5, precision: unit === 'count' ? 0 : undefined, callback: (value) => (log && Math.log10(value) % 1 !== 0 ? '' : format(value, unit).replace(/\.0+(?=\D|$)/, '')) } },
        },
        plugins: {
          legend: { display: false },
          tooltip: {
            enabled: hovers, boxWidth: 8, boxHeight: 8, boxPadding: 4, padding: 10,
            callbacks: { title: (items) => (items.length ? clock(items[0].parsed.x) : ''), label: (item) => ` ${item.dataset.label}  ${format(item.parsed.y, unit)}` },
          },
        },
      },
    });
  }

  /** Draws lines [{label, points}] between two moments. */
  draw(lines, from, to) {
    const { data, options } = this.chart;
    data.datasets.length = lines.length;
    lines.forEach((line, index) => {
      const tone = colour(PALETTE[index % PALETTE.length]);
      data.datasets[index] = Object.assign(data.datasets[index] || {}, {
        label: line.label, data: this.bars ? line.points.map(([x, y]) => ({ x, y })) : withGaps(line.points),
        borderColor: tone, backgroundColor: this.bars ? tone : `${tone}${lines.length === 1 ? '2b' : '12'}`,
        borderWidth: this.bars || line.unseen ? 0 : 1.75, borderDash: line.limit ? [4, 4] : undefined, fill: !this.bars && !line.limit && !this.log,
        pointRadius: line.points.length === 1 ? 3 : 0, pointHoverRadius: line.unseen ? 0 : 4, tension: 0.25, barThickness: 'flex', maxBarThickness: 6, borderRadius: 2,
      });
    });
    options.color = colour('--muted');
    for (const scale of Object.values(options.scales)) scale.ticks.color = colour('--muted');
    options.scales.y.grid = { color: this.log ? (tick) => (tick.tick.label ? colour('--line') : 'transparent') : colour('--line') };
    Object.assign(options.plugins.tooltip, {
      backgroundColor: colour('--raised'), titleColor: colour('--text'), bodyColor: colour('--text'), borderColor: colour('--line'), borderWidth: 1,
    });
    if (this.unit === 'bytes') this.#scaleBytes(lines);
    options.scales.x.min = from;
    options.scales.x.max = to;
    this.chart.update('none');
    return lines.map((_, index) => colour(PALETTE[index % PALETTE.length]));
  }

  /** Bytes are read in powers of two: 256 MB, not 238. */
  #scaleBytes(lines) {
    const { y } = this.chart.options.scales;
    const most = lines.reduce((max, line) => line.points.reduce((one, point) => Math.max(one, point[1]), max), 1);
    const step = 2 ** Math.ceil(Math.log2(most / 4));
    y.ticks.stepSize = step;
    y.ticks.maxTicksLimit = 6;
    y.max = Math.ceil((most * 1.02) / step) * step;
  }
}
