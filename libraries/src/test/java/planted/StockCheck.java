package planted;

import java.sql.Connection;
import java.sql.SQLException;

/** The planted cause: one order of a thousand is for an article of so many movements that its statement takes long. */
final class StockCheck implements Orders {
    private static final int SLOW = 700;
    private static final int MOVEMENTS = 2_000;

    StockCheck() throws SQLException {
        Database.run("CREATE TABLE movements(article INT, amount INT)",
                "CREATE INDEX by_article ON movements(article)",
                "INSERT INTO movements SELECT X, X FROM SYSTEM_RANGE(1, 1000)",
                "INSERT INTO movements SELECT " + SLOW + ", X FROM SYSTEM_RANGE(1, " + MOVEMENTS + ")");
        place(1); // a start that fails without its database
    }

    @Override
    public void place(int order) throws SQLException {
        try (Connection connection = Database.connect()) {
            reserve(connection, order);
        }
    }

    private void reserve(Connection connection, int article) throws SQLException {
        Database.ask(connection, "SELECT amount FROM movements WHERE article = ? LIMIT 1", article);
        Database.ask(connection, "SELECT count(*) FROM movements one JOIN movements other ON one.amount < other.amount "
                + "WHERE one.article = ? AND other.article = ?", article, article);
    }
}
