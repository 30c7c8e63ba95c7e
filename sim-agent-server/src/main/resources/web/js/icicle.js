// The call tree as an icicle: as wide as its share, what is called hangs below. A click widens a part to the whole.

import { el } from './dom.js';
import { reading } from './meters.js';
import { fullName, shortName } from './name.js';
import { format, percent } from './units.js';

const MOST_LEVELS = 100; // below the widened part; a recursion may go thousands deep
const THINNEST = 0.002; // of the width; narrower parts could not be seen
const NARROWEST = 24; // px; what is narrower cannot be hit, and is widened by a click on what it stands in

export class Icicle {
  constructor() {
    this.node = el('div', { class: 'icicle', role: 'group', 'aria-label': 'Call tree, as wide as its share' });
    this.path = []; // names from the top down to the part that was widened
  }

  /** Draws trees whose nodes have `inside`, by a meter; `least` is what the whole width is at least, such as the duration of a request. */
  draw(roots, meter, least = 0) {
    this.roots = roots;
    this.meter = meter;
    this.least = least;
    const size = (node) => reading(node, meter.label, 'total') || 0;
    const whole = Math.max(least, roots.reduce((sum, node) => sum + size(node), 0));
    const bars = [];
    let deepest = 0;
    this.cut = 0;
    const chosen = roots.find((node) => fullName(node) === this.path[0]);
    if (!chosen) this.path = [];
    const ahead = []; // bars to be drawn; a tree may be deeper than calls can nest
    const spread = (nodes, level, left, width, part, path) => {
      let from = left;
      const bars = nodes.map((node) => {
        const bar = { node, level, left: from, width: part ? width * part(node) : width, path: [...path, fullName(node)] };
        from += bar.width;
        return bar;
      });
      ahead.push(...bars.reverse()); // the leftmost is drawn first, for the order of the keys
    };
    if (chosen) spread([chosen], 0, 0, 1, null, []);
    else spread(roots, 0, 0, 1, (node) => size(node) / whole, []);
    const most = this.path.length + MOST_LEVELS;
    while (ahead.length > 0) {
      const { node, level, left, width, path } = ahead.pop();
      if (width < THINNEST || whole === 0) continue;
      if (level >= most) {
        this.cut = most;
        continue;
      }
      deepest = Math.max(deepest, level);
      bars.push(this.#bar(node, level, left, width, path, whole));
      // The widened part is the only one followed on the way down to it.
      const next = this.path[path.length];
      const followed = next && node.inside.find((child) => fullName(child) === next);
      if (followed) spread([followed], level + 1, left, width, null, path);
      else spread(node.inside, level + 1, left, width, (child) => (size(node) > 0 ? size(child) / size(node) : 0), path);
    }
    const focused = this.node.contains(document.activeElement) ? document.activeElement.key : null;
    this.node.replaceChildren(...bars);
    this.node.style.height = `${(deepest + 1) * 30}px`;
    const again = focused && bars.find((bar) => bar.key === focused);
    if (again) again.focus({ preventScroll: true });
  }

  #bar(node, level, left, width, path, whole) {
    const { label, unit } = this.meter;
    const total = reading(node, label, 'total');
    const self = reading(node, label, 'self');
    const own = total > 0 ? (self || 0) / total : 0;
    const narrow = width * (this.node.clientWidth || 1_000) < NARROWEST;
    const bar = el(narrow ? 'span' : 'button', narrow ? { class: 'bar-of', 'aria-hidden': 'true', title: `${fullName(node)}\n${percent(total / whole)} of the whole` } : {
      type: 'button', class: 'bar-of', 'aria-pressed': String(this.path.length === path.length && level === path.length - 1),
      title: `${fullName(node)}\n${percent(total / whole)} of the whole\ntotal ${format(total, unit)}, self ${format(self, unit)}\n${format(node.count, 'count')} calls`,
      on: { click: () => this.#widen(path) },
    }, narrow ? [] : [el('span', {}, shortName(node)), el('small', {}, format(total, unit))]);
    bar.key = path.join('\n');
    bar.style.left = `${left * 100}%`;
    bar.style.width = `calc(${width * 100}% - 1px)`;
    bar.style.top = `${level * 30}px`;
    // The more of the time is its own, the stronger: hot spots stand out wherever they hang.
    bar.style.setProperty('--heat', `${Math.round(12 + 50 * own * Math.sqrt(Math.min(1, total / whole)))}%`);
    return bar;
  }

  /** Widens a part; widening it once more goes back to the whole. */
  #widen(path) {
    this.path = this.path.join('\n') === path.join('\n') ? [] : path;
    this.draw(this.roots, this.meter, this.least);
  }
}
