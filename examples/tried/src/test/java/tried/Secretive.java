package tried;

import java.nio.file.Files;
import java.nio.file.Path;
import sim.instrumentation.annotation.CreateContext;
import sim.instrumentation.annotation.Instrument;
import sim.instrumentation.annotation.WriteToContext;
import sim.instrumentation.data.ContextManager;
import sim.payload.embedded.Payload;
import sim.payload.embedded.PayloadProbe;

/** A program that passes secrets through methods whose arguments are written into contexts. Its arguments: a file with the secret, and its seconds. */
@Instrument
public class Secretive {
    public static void main(String[] args) throws Exception {
        long until = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000_000;
        Secretive program = new Secretive();
        String secret = Files.readString(Path.of(args[0]));
        while (System.nanoTime() < until) {
            program.work(secret);
            Thread.sleep(20);
        }
    }

    @CreateContext
    void work(String secret) {
        login("bob", secret + "-1");
        door(secret + "-2", "front");
        call("https://bank.example/pay?access_token=" + secret + "-3&amount=12");
        ContextManager.getCurrentContext().put("Authorization", "Bearer " + secret + "-4");
        ContextManager.getCurrentContext().carry("sessionToken", secret + "-6");
        query("select * from users where name = 'x" + secret + "-7'");
        open("https://bob:" + secret + "-8@files.example/y");
        find("select * from cards where holder = 'x" + secret + "-9' and kind = 5");
        Object connection = new Object();
        Payload.openControlObject(SecretProbe.class, connection, "db://bob:" + secret + "-10@db.example/front");
        Payload.enter(SecretProbe.class, connection, null);
        Payload.exit("read with token=" + secret + "-11 of shelf");
        Payload.closeControlObject(SecretProbe.class, connection);
        try {
            fails("https://bob:" + secret + "-5@db.example/x");
        } catch (IllegalStateException expected) {
            // its text is kept with the context
        }
    }

    @WriteToContext
    String login(String user, String password) {
        return "welcome " + user;
    }

    @WriteToContext(redact = "code")
    void door(String code, String which) {}

    @WriteToContext
    void call(String url) {}

    @WriteToContext
    void query(String sql) {}

    @sim.instrumentation.annotation.Payload("open {0}")
    void open(String address) {}

    @sim.instrumentation.annotation.Payload("{0}")
    void find(String sql) {}

    /** Whose texts and objects have secrets in them. */
    public static final class SecretProbe extends PayloadProbe {
        @Override
        public String getName() {
            return "Secrets";
        }

        @Override
        public String getDescription() {
            return "reads and connections";
        }

        @Override
        public boolean isControlObjects() {
            return true;
        }
    }

    @CreateContext
    void fails(String address) {
        throw new IllegalStateException("cannot reach " + address);
    }
}
