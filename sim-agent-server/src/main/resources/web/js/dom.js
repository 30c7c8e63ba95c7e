// How the page makes elements. Data only ever becomes text or an attribute's value: there is no way here to make
// markup of it, so a method named <img onerror=...> is shown, not run.

/** Makes an element. Keys of `props`: `class`, `text`, `on` (listeners), properties, or attributes. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === 'class') node.className = value;
    else if (key === 'text') node.textContent = value;
    else if (key === 'on') for (const [type, listener] of Object.entries(value)) node.addEventListener(type, listener);
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Sets a text only when it differs: an untouched cell keeps the reader's selection. */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** Sets or removes an attribute. */
export function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value);
}

/**
 * Makes the children of `parent` follow `items`, keeping the element of a key that was there before: focus, selection
 * and scrolling survive a refresh. `spare(items)` may give elements that were there before for keys that are new.
 */
export function keyed(parent, items, keyOf, create, update, spare = () => []) {
  const free = spare(items).values();
  const before = parent.keyedRows || new Map();
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const after = new Map();
  let next = parent.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    if (after.has(key)) {
      if (parent.saidTwice !== key) console.error(`Two rows have the key ${key}: the second is not shown`);
      parent.saidTwice = key; // once, not at each refresh
      continue;
    }
    const node = before.get(key) || free.next().value || create(item);
    update(node, item);
    after.set(key, node);
    if (node === next) next = next.nextElementSibling;
    else parent.insertBefore(node, next);
  }
  const used = new Set(after.values());
  for (const node of before.values()) if (!used.has(node)) node.remove();
  parent.keyedRows = after;
  // An element that is moved loses the focus.
  if (focused && focused !== document.activeElement && parent.contains(focused)) focused.focus({ preventScroll: true });
}

/** Runs `task` once the calls have been quiet for `millis`. */
export function debounce(task, millis) {
  let timer;
  return (...parameters) => {
    clearTimeout(timer);
    timer = setTimeout(() => task(...parameters), millis);
  };
}

const SVG = 'http://www.w3.org/2000/svg';

/** A line drawing of 16 by 16, taken as decoration. */
export function icon(path) {
  const svg = document.createElementNS(SVG, 'svg');
  for (const [name, value] of Object.entries({ viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' })) {
    svg.setAttribute(name, value);
  }
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
