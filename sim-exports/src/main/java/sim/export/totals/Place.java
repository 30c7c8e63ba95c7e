package sim.export.totals;

/**
 * A place of an instance's call tree, by the instance's own ids.
 *
 * @param node the place's id
 * @param parent its caller's id, 0 for none
 * @param name the name's id
 * @param owner the name's class
 * @param member the name's method
 */
public record Place(int node, int parent, int name, String owner, String member) {}
