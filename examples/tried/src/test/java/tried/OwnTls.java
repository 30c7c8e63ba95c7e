package tried;

import java.util.Arrays;
import javax.net.ssl.SSLContext;
import sim.instrumentation.annotation.Instrument;

/** A program that says in {@code main} which TLS it speaks, as many do, and prints what the JVM made of it. */
@Instrument
public class OwnTls {
    public static void main(String[] args) throws Exception {
        Thread.sleep(300); // what a framework takes until its main is called
        System.setProperty("jdk.tls.client.protocols", "TLSv1.2");
        System.setProperty("javax.net.ssl.trustStore", "/nowhere");
        work();
        Thread.sleep(4_000);
        System.out.println(Arrays.toString(own().getDefaultSSLParameters().getProtocols()));
    }

    private static SSLContext own() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, null, null);
        return context;
    }

    static void work() {}
}
