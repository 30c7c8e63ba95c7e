package sim.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sent = stored + counted, by kind: what one application did, what the server shows of it, and what SIM says that it left
 * out. One thread.
 */
final class Account {
    private final Map<String, Line> lines = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();
    private String notPlayed;

    /** An application that came to its own end: every one of them is stored or counted. */
    void add(String subject, String kind, long sent, long stored, long counted) {
        lines.merge(kind, new Line(sent, stored, counted), Line::plus);
        if (sent != stored + counted) {
            fault(subject + ": " + kind + ": " + sent + " sent, " + stored + " stored, " + counted
                    + " counted as left out: " + (sent - stored - counted) + " unaccounted");
        }
    }

    /**
     * Some of a kind, to which what was counted of the kind is not told apart: one too few here is not made good by one too many
     * there.
     *
     * @param elsewhere how many of the kind at most are not here: counted, or stored as something else
     */
    void addPart(String subject, String part, long sent, long stored, long elsewhere) {
        if (stored > sent || stored < sent - elsewhere) {
            fault(subject + ": " + part + ": " + sent + " sent, " + stored + " stored, and " + elsewhere
                    + " at most elsewhere");
        }
    }

    /** One that was killed: what was seen stored stays, and nothing is there that was not sent. Told as sent what is stored. */
    void addKilled(String subject, String kind, long seenBefore, long stored, long sent) {
        lines.merge(kind + ", killed", new Line(sent, stored, Math.max(0, sent - stored)), Line::plus);
        if (stored < seenBefore || stored > sent) {
            fault(subject + ", killed: " + kind + ": " + stored + " stored, of " + sent + " sent, and " + seenBefore
                    + " were stored before it was killed");
        }
    }

    /** The scenario cannot be played on this machine: nothing of it was tried. */
    void notPlayed(String why) {
        notPlayed = why;
    }

    /** Why it was not; null where it was. */
    String notPlayed() {
        return notPlayed;
    }

    /** Something that must not be, in one line. */
    void fault(String line) {
        faults.add(line);
    }

    void addAll(Account other) {
        other.lines.forEach((kind, line) -> lines.merge(kind, line, Line::plus));
        faults.addAll(other.faults);
    }

    List<String> faults() {
        return List.copyOf(faults);
    }

    Map<String, Line> lines() {
        return new TreeMap<>(lines);
    }

    /** One kind of what is sent. Of a killed application {@code counted} is what went with it. */
    record Line(long sent, long stored, long counted) {
        Line plus(Line other) {
            return new Line(sent + other.sent, stored + other.stored, counted + other.counted);
        }

        long unaccounted() {
            return sent - stored - counted;
        }
    }
}
