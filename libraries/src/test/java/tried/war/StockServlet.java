package tried.war;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;

/** Answers how much of an article is there: {@code /stock/7}. A class of a war, which only the war's loader has. */
public final class StockServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    private final transient Shelves shelves = new Shelves();

    /** As servlets have it that count their requests, say. Where a request comes in, and metered itself. */
    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        super.service(request, response);
    }

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
