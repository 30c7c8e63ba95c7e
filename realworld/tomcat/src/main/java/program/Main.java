package program;

import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** Tomcat whose web application is reloaded: each time with a class loader of its own. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Path base = Files.createTempDirectory("tomcat");
        Path classes = Files.createDirectories(base.resolve("shop/WEB-INF/classes/program"));
        try (InputStream servlet = Main.class.getResourceAsStream("/program/Hello.class")) {
            Files.write(classes.resolve("Hello.class"), servlet.readAllBytes());
        }
        Files.writeString(base.resolve("shop/WEB-INF/web.xml"),
                "<web-app xmlns='https://jakarta.ee/xml/ns/jakartaee' version='6.0'><servlet><servlet-name>hello</servlet-name>"
                        + "<servlet-class>program.Hello</servlet-class></servlet><servlet-mapping><servlet-name>hello"
                        + "</servlet-name><url-pattern>/hello</url-pattern></servlet-mapping></web-app>");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addWebapp("/shop", base.resolve("shop").toString());
        tomcat.start();
        for (int time = 1; time <= 10; time++) {
            try (InputStream answer = URI
                    .create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + "/shop/hello?time=" + time)
                    .toURL().openStream()) {
                System.out.println(new String(answer.readAllBytes()));
            }
            context.reload();
        }
        tomcat.stop();
        tomcat.destroy();
    }
}
