package program;

import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.api.AuditEvent;
import com.puppycrawl.tools.checkstyle.api.AuditListener;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.zip.CRC32;

/** Looks at so many of SIM's own sources with Checkstyle, by Google's rules, and prints a checksum of what it found. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Found found = new Found();
        Checker checker = new Checker();
        checker.setModuleClassLoader(Checker.class.getClassLoader());
        checker.configure(ConfigurationLoader.loadConfiguration("/google_checks.xml",
                new PropertiesExpander(new Properties())));
        checker.addListener(found);
        List<File> files = sources().subList(0, Integer.parseInt(arguments[0]));
        checker.process(files);
        checker.destroy();
        System.out.println(files.size() + " files, " + found.messages + " messages, "
                + Long.toHexString(found.sum.getValue()) + ", " + found.exceptions + " exceptions");
    }

    private static List<File> sources() throws Exception {
        Path classes = Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        List<File> sources = new ArrayList<>();
        for (String module : List.of("sim-base", "sim-metrics", "sim-agent", "sim-agent-server")) {
            try (var files = Files.walk(classes.resolve("../../../..").resolve(module).resolve("src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java")).sorted().map(Path::toFile)
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    private static final class Found implements AuditListener {
        final CRC32 sum = new CRC32();
        int messages;
        int exceptions;

        @Override
        public void addError(AuditEvent event) {
            messages++;
            sum.update((event.getLine() + event.getMessage()).getBytes());
        }

        @Override
        public void addException(AuditEvent event, Throwable thrown) {
            exceptions++;
        }

        @Override
        public void auditStarted(AuditEvent event) {
            // nothing of it is printed
        }

        @Override
        public void auditFinished(AuditEvent event) {
            // nothing of it is printed
        }

        @Override
        public void fileStarted(AuditEvent event) {
            // nothing of it is printed
        }

        @Override
        public void fileFinished(AuditEvent event) {
            // nothing of it is printed
        }
    }
}
