package tried;

import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.Tomcat;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;
import sim.payload.controller.Controller;
import sim.payload.controller.ProbeRecordingOptions;

/**
 * Orders, as a service on Spring: a controller, a service with transactions, statements by JdbcTemplate on a pool, in Tomcat. The
 * database is named by the argument. {@code record} and {@code rest} on standard input switch its recordings; it ends with that.
 */
public final class OrderService {
    private OrderService() {}

    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        System.setProperty("tried.database", arguments[0]);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createTempDirectory("orders").toString());
        tomcat.setPort(0);
        Context context = tomcat.addContext("", null);
        Wrapper servlet = context.createWrapper();
        servlet.setName("spring");
        servlet.setServletClass(DispatcherServlet.class.getName());
        servlet.addInitParameter("contextClass", AnnotationConfigWebApplicationContext.class.getName());
        servlet.addInitParameter("contextConfigLocation", Parts.class.getName());
        servlet.setLoadOnStartup(1);
        context.addChild(servlet);
        context.addServletMappingDecoded("/*", "spring");
        tomcat.start();
        System.out.println("port " + tomcat.getConnector().getLocalPort());
        BufferedReader asked = new BufferedReader(new InputStreamReader(System.in));
        for (String line = asked.readLine(); line != null; line = asked.readLine()) {
            if (line.equals("record")) {
                Controller.startProbeRecording(Controller.PROBE_NAME_ALL_CUSTOM, ProbeRecordingOptions.EVENTS);
            } else {
                Controller.stopProbeRecording(Controller.PROBE_NAME_ALL_CUSTOM);
            }
            System.out.println("told " + line);
        }
        tomcat.stop();
        tomcat.destroy();
    }

    /** What the application is made of. */
    @Configuration
    @EnableWebMvc
    @EnableTransactionManagement
    public static class Parts {
        @Bean(destroyMethod = "close")
        public HikariDataSource pool() {
            HikariDataSource pool = new HikariDataSource();
            pool.setJdbcUrl(System.getProperty("tried.database"));
            pool.setMaximumPoolSize(3);
            return pool;
        }

        @Bean
        public JdbcTemplate statements(DataSource pool) {
            return new JdbcTemplate(pool);
        }

        @Bean
        public PlatformTransactionManager transactions(DataSource pool) {
            return new DataSourceTransactionManager(pool);
        }

        @Bean
        public Orders orders() {
            return new Orders();
        }

        @Bean
        public Desk desk() {
            return new Desk();
        }
    }

    /** The controller. */
    @RestController
    public static class Desk {
        @Autowired
        private Orders orders;

        @PostMapping("/orders/{id}")
        public String place(@PathVariable("id") int id, @RequestParam("article") String article) {
            orders.place(id, article);
            return "placed";
        }

        @GetMapping("/orders/{id}")
        public String order(@PathVariable("id") int id) {
            return orders.article(id);
        }

        @GetMapping("/stock/{article}")
        public String stock(@PathVariable("article") String article) {
            return "stock " + orders.hasSold(article);
        }

        @ExceptionHandler(DataIntegrityViolationException.class)
        @ResponseStatus(HttpStatus.CONFLICT)
        public String twice() {
            return "twice";
        }
    }

    /** The service. */
    public static class Orders {
        @Autowired
        private JdbcTemplate statements;

        @Transactional
        public void place(int id, String article) {
            statements.update("UPDATE stock SET sold = sold + 1 WHERE article = ?", article);
            statements.update("INSERT INTO orders (id, article) VALUES (?, ?)", id, article);
        }

        public String article(int id) {
            return statements.queryForObject("SELECT article FROM orders WHERE id = ?", String.class, id);
        }

        /** As text, with a value in it. */
        public boolean hasSold(String article) {
            return statements.queryForObject("SELECT sold FROM stock WHERE article = '" + article + "'",
                    Integer.class) > 0;
        }
    }
}
