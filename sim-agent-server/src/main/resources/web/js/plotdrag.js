// Dragging over a chart shows the part of the time that was dragged over, on all tabs.

import { el } from './dom.js';
import { showRange } from './rangepicker.js';

const LEAST = 5; // px; less is a click

/** @param box the element that holds the canvas. @param chart tells the chart that is drawn there now */
export function zoomByDrag(box, chart) {
  const drag = el('div', { class: 'drag', hidden: true });
  box.append(drag);
  box.title = 'Drag over a part to see it alone';
  box.addEventListener('pointerdown', (event) => {
    const area = chart() && chart().chartArea;
    if (!area || event.button !== 0 || event.pointerType === 'touch') return; // a finger scrolls the page
    const { left } = box.getBoundingClientRect();
    const at = (x) => Math.min(area.right, Math.max(area.left, x - left));
    const begun = at(event.clientX);
    const move = (moved) => {
      const now = at(moved.clientX);
      drag.hidden = Math.abs(now - begun) < LEAST;
      drag.style.left = `${Math.min(begun, now)}px`;
      drag.style.width = `${Math.abs(now - begun)}px`;
    };
    const up = (moved) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      const chosen = !drag.hidden && moved.type === 'pointerup';
      drag.hidden = true;
      if (!chosen) return;
      const [from, to] = [begun, at(moved.clientX)].sort((a, b) => a - b).map((x) => chart().scales.x.getValueForPixel(x));
      showRange(from, to);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  });
}
