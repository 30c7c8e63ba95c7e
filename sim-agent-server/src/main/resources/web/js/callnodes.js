// The server's flat list of a call tree as nodes that know their callers.

import { fullName } from './name.js';

/**
 * A node is known by its path, for its number may differ from one answer to the next; the path is a number made of the caller's path and the
 * name, for a tree may be thousands deep.
 */
export function linked(nodes) {
  const byId = new Map();
  for (const node of nodes) { // a caller stands before what it calls
    node.above = node.parent === null ? null : byId.get(node.parent);
    node.path = digest(`${node.above ? node.above.path : ''} ${fullName(node)}`);
    byId.set(node.id, node);
  }
  return nodes;
}

/** Sixty-four bits of a text, as text (FNV-1a, two of 32). */
function digest(text) {
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b) ^ (b >>> 13);
  }
  return `${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`;
}
