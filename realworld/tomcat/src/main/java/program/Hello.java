package program;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Loaded anew with each reload: it counts from 1 again. */
public class Hello extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static int calls;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print("reload " + request.getParameter("time") + ", call " + ++calls);
    }
}
