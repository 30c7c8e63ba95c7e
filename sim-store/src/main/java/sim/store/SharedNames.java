package sim.store;

import java.util.regex.Pattern;

/** Names as the sums of an application have them, alike for all its instances. */
public final class SharedNames {
    /** What counts there has no row of its own: its dictionary was full. */
    public static final String OTHER = "[other]";
    /** What a JVM or a library numbers anew in each process. */
    private static final Pattern GENERATED = Pattern
            .compile(
                    "(\\$\\$Lambda)[^.]*$|(\\$Proxy|GeneratedMethodAccessor|GeneratedConstructorAccessor)\\d+$|/0x[0-9a-f]+$");

    private SharedNames() {}

    /** A class's name without the parts that differ from process to process, so that they do not fill the dictionary. */
    public static String stable(String owner) {
        return owner.indexOf('$') < 0 && owner.indexOf("/0x") < 0
                ? owner
                : GENERATED.matcher(owner).replaceAll("$1$2");
    }
}
