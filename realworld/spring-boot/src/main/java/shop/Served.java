package shop;

import org.springframework.boot.SpringApplication;

/** The shop as it runs for long: {@link Shop} without its client, who is outside then. Prints its port, and runs until it is ended. */
public final class Served {
    private Served() {}

    public static void main(String[] arguments) {
        System.out.println("service on " + SpringApplication.run(Shop.class, arguments).getEnvironment()
                .getProperty("local.server.port"));
    }
}
