package sim.export.profile;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/** The formats a call tree can be had in. */
public enum ProfileFormat {
    /** A line for each stack, of one measure: what flame graph scripts read. */
    COLLAPSED("text/plain;charset=utf-8", "collapsed") {
        @Override
        void write(Profile profile, List<Profile.Measure> measures, OutputStream out) throws IOException {
            CollapsedStacks.write(profile, measures.get(0), out);
        }
    },
    /** The viewer speedscope's own format, with all measures. */
    SPEEDSCOPE("application/json", "speedscope.json") {
        @Override
        void write(Profile profile, List<Profile.Measure> measures, OutputStream out) {
            Speedscope.write(profile, measures, out);
        }
    },
    /** What {@code go tool pprof} and Pyroscope read, with all measures. */
    PPROF("application/octet-stream", "pb.gz") {
        @Override
        void write(Profile profile, List<Profile.Measure> measures, OutputStream out) throws IOException {
            Pprof.write(profile, measures, out);
        }
    };

    private final String contentType;
    private final String extension;

    ProfileFormat(String contentType, String extension) {
        this.contentType = contentType;
        this.extension = extension;
    }

    public String contentType() {
        return contentType;
    }

    /** A file's name for a profile. */
    public String fileName(Profile profile, String measure) {
        String name = profile.application().replaceAll("[^A-Za-z0-9._-]", "_");
        return name + (measure == null ? "" : "-" + measure.replaceAll("[^A-Za-z0-9._-]", "_")) + "." + extension;
    }

    /** The format of that name, or null. */
    public static ProfileFormat named(String name) {
        for (ProfileFormat format : values()) {
            if (format.name().toLowerCase(Locale.ROOT).equals(name)) {
                return format;
            }
        }
        return null;
    }

    /**
     * Writes a profile.
     *
     * @param measure the only one, or null: all, or time at work where a format has but one
     */
    public void write(Profile profile, String measure, OutputStream out) throws IOException {
        write(profile, chosen(profile, measure), out);
    }

    private List<Profile.Measure> chosen(Profile profile, String measure) {
        String only = measure == null && this == COLLAPSED ? Profile.WORK : measure;
        List<Profile.Measure> all = profile.measures();
        if (only != null) {
            return List.of(all.stream().filter(each -> each.name().equals(only)).findFirst()
                    .orElse(new Profile.Measure(only, "count")));
        }
        return all.stream().sorted((one, other) -> Boolean.compare(other.name().equals(Profile.WORK),
                one.name().equals(Profile.WORK))).toList();
    }

    abstract void write(Profile profile, List<Profile.Measure> measures, OutputStream out) throws IOException;
}
