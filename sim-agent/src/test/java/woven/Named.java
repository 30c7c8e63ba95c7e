package woven;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import sim.metrics.probe.Metering;
import sim.model.payload.PayloadRow;

/** A statement on H2, and a method of its own. Prints what is metered, and how many statements were recorded. */
public final class Named {
    private Named() {}

    public static void main(String[] args) throws SQLException {
        work();
        Metering.runtime().namesAfter(0).stream().filter(each -> !each.owner().isEmpty())
                .forEach(each -> System.out.println("name " + each.owner() + "." + each.member()));
        System.out.println("statements " + Metering.runtime().drainFeatures(0, 0).of(PayloadRow.class).size());
    }

    private static void work() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:named", "sa", "");
                Statement statement = connection.createStatement()) {
            statement.execute("CALL 1");
        }
    }
}
