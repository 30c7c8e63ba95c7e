package sim.store;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All tables that rows of batches go to. */
final class Tables {
    /** By what they hold. The tables of a new section have their line here. */
    private static final List<List<Table<?>>> ROOMS = List.of(
            StateTables.ALL,
            CallTables.ALL,
            ContextTables.ALL,
            EventTables.ALL,
            ErrorTables.ALL,
            PayloadTables.ALL);

    static final List<Table<?>> ALL = ROOMS.stream().flatMap(List::stream).toList();

    /** Those whose rows stand in slots of the head, and then in segments. */
    static final List<Table<?>> AGEING = ALL.stream().filter(table -> table.ages() != Table.Ages.STATE).toList();

    private static final Map<String, Table<?>> BY_NAME = ALL.stream()
            .collect(Collectors.toMap(Table::name, Function.identity()));

    private Tables() {}

    /** The table of that name; null when there is none. */
    static Table<?> named(String name) {
        return BY_NAME.get(name);
    }
}
