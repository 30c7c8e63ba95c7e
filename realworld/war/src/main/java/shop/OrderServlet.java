package shop;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** {@code /orders?number=17} places an order; without a number it counts them. */
@WebServlet("/orders")
public class OrderServlet extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Inject
    private transient Orders orders;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String number = request.getParameter("number");
        response.setContentType("text/plain");
        response.getWriter().println(number == null
                ? orders.count() + " orders"
                : number + ": " + orders.place(Long.parseLong(number)));
    }
}
