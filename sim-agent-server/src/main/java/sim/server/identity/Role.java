package sim.server.identity;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a caller may do. From {@code LOOK} on each role may do what the ones before it may; {@code SHIP} is the collectors' alone. */
public enum Role {
    /** Send measurements. */
    SHIP,
    /** Read what is stored. */
    LOOK,
    /** Switch probes and record payloads. */
    CONTROL,
    /** Put scripts, which are code, into applications that allow it. */
    SCRIPT,
    /** Read the audit log too. */
    ADMIN;

    /** Whether who has this role may do what that one may. */
    public boolean includes(Role needed) {
        return this == needed || this != SHIP && needed != SHIP && ordinal() > needed.ordinal();
    }

    /** The name that people write. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The role of that label, or null. */
    public static Role labelled(String label) {
        for (Role role : values()) {
            if (role.label().equals(label)) {
                return role;
            }
        }
        return null;
    }

    /** The labels, as a message names them. */
    public static String labels() {
        return Stream.of(values()).map(Role::label).collect(Collectors.joining(", "));
    }
}
