package woven;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Asks H2 the same again and again: prints the fewest bytes an execution takes, and a statement that is prepared each time anew. */
public final class PreparedAgain {
    private static final String ASKED = "SELECT name FROM item WHERE id = ? AND name <> 'none'";
    private static final int TIMES = 200;
    private static final int ROUNDS = 100;

    private PreparedAgain() {}

    public static void main(String[] args) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:again", "sa", "")) {
            try (PreparedStatement create = connection.prepareStatement(
                    "CREATE TABLE item AS SELECT x AS id, 'n' || x AS name FROM SYSTEM_RANGE(1, 100)")) {
                create.execute();
            }
            try (PreparedStatement statement = connection.prepareStatement(ASKED)) {
                System.out.println("field " + java.util.Arrays.stream(statement.getClass().getDeclaredFields())
                        .anyMatch(field -> field.isSynthetic() && field.getType() == String.class));
                System.out.println("executed " + fewest(() -> ask(statement)));
            }
            System.out.println("prepared " + fewest(() -> {
                try (PreparedStatement statement = connection.prepareStatement(ASKED)) {
                    ask(statement);
                }
            }));
        }
    }

    private interface Work {
        void run() throws SQLException;
    }

    private static void ask(PreparedStatement statement) throws SQLException {
        statement.setInt(1, 42);
        try (ResultSet rows = statement.executeQuery()) {
            rows.next();
        }
    }

    /** Of an execution: in some rounds something is loaded or grows, or H2 does what it does at times. So rounds are short. */
    private static long fewest(Work work) throws SQLException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long fewest = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = threads.getThreadAllocatedBytes(thread);
            for (int i = 0; i < TIMES; i++) {
                work.run();
            }
            fewest = Math.min(fewest, (threads.getThreadAllocatedBytes(thread) - before) / TIMES);
        }
        return fewest;
    }
}
