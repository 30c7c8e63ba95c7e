package sim.server.cli;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints: the version its jar was built as, and the Java it runs on. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = Version.class.getPackage().getImplementationVersion();
        return new String[]{"sim " + (version == null ? "of a build without a version" : version)
                + ", Java " + Runtime.version()};
    }
}
