package woven;

import java.util.prefs.AbstractPreferences;
import java.util.prefs.Preferences;
import java.util.prefs.PreferencesFactory;

/** The JVM's preferences, whose factory the initialiser of a superclass makes before its own initialiser runs. */
public final class OwnPreferences extends AbstractPreferences {
    private OwnPreferences() {
        super(null, "");
        named();
    }

    public static void main(String[] args) {
        new OwnPreferences().put("a", "b");
        System.out.println("preferences " + Preferences.userRoot().get("a", "of the root"));
        Report.print();
    }

    private String named() {
        return name();
    }

    @Override
    protected void putSpi(String key, String value) {}

    @Override
    protected String getSpi(String key) {
        return key;
    }

    @Override
    protected void removeSpi(String key) {}

    @Override
    protected void removeNodeSpi() {}

    @Override
    protected String[] keysSpi() {
        return new String[0];
    }

    @Override
    protected String[] childrenNamesSpi() {
        return new String[0];
    }

    @Override
    protected AbstractPreferences childSpi(String name) {
        throw new IllegalStateException();
    }

    @Override
    protected void syncSpi() {}

    @Override
    protected void flushSpi() {}

    /** Named by a property. */
    public static final class Factory implements PreferencesFactory {
        private final Preferences root = new OwnPreferences();

        @Override
        public Preferences systemRoot() {
            return root;
        }

        @Override
        public Preferences userRoot() {
            return root;
        }
    }
}
