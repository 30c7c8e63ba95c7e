package program;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;

/** Apache Felix as it comes, which delegates only java.* to its parent: two bundles, started, stopped, refreshed. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Framework framework = new FrameworkFactory().newFramework(
                Map.of(Constants.FRAMEWORK_STORAGE, Files.createTempDirectory("felix").toString(),
                        Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT));
        framework.start();
        Bundle one = framework.getBundleContext().installBundle("one", bundle("one"));
        Bundle two = framework.getBundleContext().installBundle("two", bundle("two"));
        one.start();
        two.start();
        one.stop();
        one.update(bundle("one"));
        one.start();
        System.out.println(
                one.getState() == Bundle.ACTIVE && two.getState() == Bundle.ACTIVE ? "both active" : "not active");
        framework.stop();
        framework.waitForStop(10_000);
    }

    private static InputStream bundle(String name) throws Exception {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Bundle-ManifestVersion", "2");
        main.putValue("Bundle-SymbolicName", name);
        main.putValue("Bundle-Version", "1.0.0");
        main.putValue("Bundle-Activator", "program.Hello");
        main.putValue("Import-Package", "org.osgi.framework");
        ByteArrayOutputStream jar = new ByteArrayOutputStream();
        try (JarOutputStream out = new JarOutputStream(jar, manifest);
                InputStream hello = Main.class.getResourceAsStream("/program/Hello.class")) {
            out.putNextEntry(new ZipEntry("program/Hello.class"));
            hello.transferTo(out);
            out.closeEntry();
        }
        return new ByteArrayInputStream(jar.toByteArray());
    }
}
