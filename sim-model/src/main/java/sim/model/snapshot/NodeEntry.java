package sim.model.snapshot;

/**
 * A place in the application's call tree: a name called from another place.
 *
 * @param id dense, from 1, for the life of the instance; a parent's id is always smaller
 * @param parent the calling node, 0 for a node at the top
 * @param name the {@link NameEntry#id()}
 */
public record NodeEntry(int id, int parent, int name) {}
