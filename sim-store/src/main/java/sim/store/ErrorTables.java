package sim.store;

import java.util.List;
import org.duckdb.DuckDBAppender;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.StackRecord;
import sim.wire.Sections;

/** Exceptions: how many of each type began at a place, and the stacks that were read of some. */
final class ErrorTables {
    static final List<Table<?>> ALL = List.of(
            Table.rolled("error_counts",
                    "instance VARCHAR, to_micros BIGINT time, node INTEGER, type VARCHAR, failures BIGINT sum",
                    e -> e.batch().contents().of(Sections.FAILURES),
                    (DuckDBAppender out, IncomingBatch e, FailureRecord failure) -> out.beginRow().append(e.instance())
                            .append(e.toMicros()).append(failure.node()).append(e.types().get(failure.type()))
                            .append(failure.count()).endRow())
                    .andOfApplication().checking(Sections.FAILURES, (failure, is) -> {
                        is.place(failure.node());
                        BatchCheck.expect(failure.count() >= 0, "the exceptions at node " + failure.node(),
                                failure.count());
                    }),
            // a row for each batch in which a stack was read, with the texts of the last exception and its context: what ages or forgets that takes them along
            Table.kept("error_stacks",
                    "instance VARCHAR, time_micros BIGINT time, node INTEGER, type VARCHAR, stack BIGINT, message VARCHAR, "
                            + "text VARCHAR, stack_reads BIGINT, context BIGINT",
                    e -> e.batch().contents().of(Sections.STACKS),
                    (DuckDBAppender out, IncomingBatch e, StackRecord stack) -> out.beginRow().append(e.instance())
                            .append(e.time(stack.timeMicros())).append(stack.node())
                            .append(e.types().get(stack.type())).append(stack.stack()).append(stack.message())
                            .append(stack.text()).append(stack.reads())
                            .append(last(stack.contexts())).endRow())
                    .checking(Sections.STACKS, (stack, is) -> {
                        is.place(stack.node());
                        BatchCheck.time("the time of a stack", stack.timeMicros());
                        BatchCheck.expect(stack.reads() >= 0, "the reads of a stack", stack.reads());
                    }),
            Table.kept("error_contexts",
                    "instance VARCHAR, time_micros BIGINT time, node INTEGER, stack BIGINT, context BIGINT",
                    e -> e.batch().contents().of(Sections.STACKS),
                    (DuckDBAppender out, IncomingBatch e, StackRecord stack) -> {
                        for (long context : stack.contexts()) {
                            if (context != 0) { // 0 says that the last exception was thrown in none
                                out.beginRow().append(e.instance()).append(e.time(stack.timeMicros()))
                                        .append(stack.node()).append(stack.stack()).append(context).endRow();
                            }
                        }
                    }));

    private ErrorTables() {}

    private static long last(long[] contexts) {
        return contexts.length == 0 ? 0 : contexts[contexts.length - 1];
    }
}
