// Contexts as a tree: which one began inside which.

/** Gives each context what is inside it, in the order it happened; one whose parent is not in the answer stands at the top. */
export function arrange(contexts) {
  const byId = new Map(contexts.map((context) => [context.id, context]));
  for (const context of contexts) Object.assign(context, { inside: [], outer: undefined });
  const roots = [];
  for (const context of contexts) {
    const parent = byId.get(context.parent);
    if (parent && parent !== context) {
      context.outer = parent;
      parent.inside.push(context);
    } else {
      roots.push(context);
    }
  }
  for (const context of contexts) context.inside.sort((one, other) => one.startMicros - other.startMicros);
  return roots;
}
