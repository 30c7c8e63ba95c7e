package tried;

import java.nio.file.Files;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** A server with one war, unpacked in the folder that the first argument names, and a servlet of the second's name. Ends with standard input. */
public final class ServletServer {
    private ServletServer() {}

    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("servlets").toString());
        tomcat.setPort(0);
        Context war = tomcat.addContext("", arguments[0]);
        Tomcat.addServlet(war, "stock", arguments[1]);
        war.addServletMappingDecoded("/stock/*", "stock");
        tomcat.start();
        System.out.println("port " + tomcat.getConnector().getLocalPort());
        while (System.in.read() >= 0) {
            // until it is closed
        }
        tomcat.stop();
        tomcat.destroy();
    }
}
