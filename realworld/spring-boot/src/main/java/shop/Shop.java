package shop;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatusCode;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.client.RestClient;

/** Starts the shop, buys in it as a client, prints what it was answered, and ends. */
@SpringBootApplication
@EnableAsync
@EnableScheduling
public class Shop {
    private static final int ORDERS = 200;

    public static void main(String[] arguments) throws Exception {
        int refused;
        try (ConfigurableApplicationContext context = SpringApplication.run(Shop.class, arguments)) {
            String base = "http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port");
            RestClient client = RestClient.builder().baseUrl(base)
                    .defaultHeaders(headers -> headers.setBasicAuth("anna", "secret")).build();
            for (int i = 1; i <= ORDERS; i++) {
                String answer = client.post().uri("/orders?article=book-{n}&pieces={p}", i % 7, i % 3 + 1).retrieve()
                        .body(String.class);
                if (i % 50 == 0) {
                    System.out.println("order " + i + ": " + answer);
                }
            }
            refused = client.post().uri("/orders?article=book-1&pieces=0").exchange(
                    (request, response) -> response.getStatusCode().value());
            System.out.println("no pieces: " + refused);
            HttpStatusCode unknown = RestClient.create(base).get().uri("/orders/count")
                    .exchange((request, response) -> response.getStatusCode());
            System.out.println("unknown user: " + unknown.value());
            System.out.println("stored: " + client.get().uri("/orders/count").retrieve().body(String.class));
            System.out.println("audited: " + context.getBean(Audit.class).awaitTotal(ORDERS));
            context.getBean(Clock.class).awaitTick();
            System.out.println("the schedule ran");
            System.out.println("proxies: " + Orders.class.isInstance(context.getBean(Orders.class))
                    + " " + context.getBean(Orders.class).getClass().getName().contains("CGLIB"));
        }
        System.out.println("closed");
        System.exit(refused == 400 ? 0 : 1);
    }

    /** Called by another bean method: the same bean, for the configuration is a CGLIB proxy. */
    @Bean
    PasswordEncoder encoder() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("anna").password("{noop}secret").roles("BUYER").build());
    }

    @Bean
    SecurityFilterChain security(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .httpBasic(Customizer.withDefaults()).csrf(csrf -> csrf.disable()).build();
    }

    @Bean
    Executor taskExecutor() {
        ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
        pool.setCorePoolSize(2);
        pool.setThreadNamePrefix("audit-");
        return pool;
    }

    @Bean
    AtomicInteger ticks() {
        return new AtomicInteger();
    }

    @Bean
    Clock clock() {
        return new Clock(ticks());
    }
}
