package sim.store;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All tables that rows of batches go to. A new section registers its tables here. */
final class Tables {
    static final List<Table<?>> ALL = Stream
            .of(StateTables.ALL, CallTables.ALL, ContextTables.ALL, EventTables.ALL, ErrorTables.ALL, PayloadTables.ALL)
            .flatMap(List::stream).toList();

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
