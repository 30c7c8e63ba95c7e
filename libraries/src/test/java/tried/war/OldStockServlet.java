package tried.war;

import java.io.IOException;
import java.sql.SQLException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** The same as {@link StockServlet}, as servlets were written before Jakarta. */
public final class OldStockServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Shelves shelves = new Shelves();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int article = Integer.parseInt(request.getPathInfo().substring(1));
        try {
            response.getWriter().print("stock " + shelves.count(article));
        } catch (SQLException failure) {
            throw new IOException(failure);
        }
    }
}
