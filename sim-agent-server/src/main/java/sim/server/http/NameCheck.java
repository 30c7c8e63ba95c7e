package sim.server.http;

import java.util.List;
import sim.model.snapshot.Meter;
import sim.server.query.KnownNames;

/**
 * Refuses what a request names and its application never told of: a misspelt name would otherwise be answered like one for which nothing
 * was recorded. A name that is known has an empty answer where it has no figures in the range. One request.
 */
final class NameCheck {
    /** Names that a refusal lists. */
    private static final int NAMED = 20;

    private final KnownNames known;

    NameCheck(KnownNames known) {
        this.known = known;
    }

    void sort(String name) {
        int dot = name.lastIndexOf('.');
        String meter = name.substring(0, Math.max(0, dot));
        if (dot > 0 && !meter.equals("work") && Meter.labelled(meter) == null && !known.isOwnMeter(meter)) {
            throw unknown("sort", name, "a meter, or one of this application's own measures; see 'meters' of a method");
        }
    }

    void method(String owner, String member) {
        if (owner != null && !known.isMethod(owner, null)) {
            throw unknown("class", owner, "a class that is metered; see /api/v1/hotspots");
        }
        if (member != null && !known.isMethod(owner, member)) {
            throw unknown("method", member, "a method that is metered; see /api/v1/hotspots");
        }
    }

    void kind(String name, String tag) {
        kind("name", name, "tag", tag);
    }

    /** The same where the parameters have these names. */
    void kind(String nameOf, String name, String tagOf, String tag) {
        if (name != null && !known.isKind(name, null)) {
            throw unknown(nameOf, name, oneOf(known.kinds(), "/api/v1/kinds"));
        }
        if (tag != null && !known.isKind(name, tag)) {
            throw unknown(tagOf, tag, "a tag of such contexts; see /api/v1/kinds");
        }
    }

    /** @param parameter that names the version, or null for any */
    void version(String parameter, String version) {
        if (version != null && !known.isVersion(version)) {
            throw unknown(parameter, version, oneOf(known.versions(), "/api/v1/applications"));
        }
    }

    void recording(String probe, String instance, long id) {
        if (!known.isRecording(probe, instance, id)) {
            throw unknown("recording", instance + ":" + id,
                    oneOf(known.recordings(probe), "/api/v1/payloads/probes"));
        }
    }

    /** @param object below 1 for what has no number of its own */
    void payload(String probe, String type, Long object, String text) {
        if (type != null) {
            List<String> types = known.types(probe);
            if (!types.contains(type)) {
                throw unknown("type", type, oneOf(types, "/api/v1/payloads/probes"));
            }
        }
        if (object != null && object > 0 && !known.isObject(probe, object)) {
            throw unknown("object", object.toString(), "a control object; see /api/v1/payloads/objects");
        }
        if (text != null && !known.isText(probe, text)) {
            throw unknown("text", text, "the whole text of a payload; see /api/v1/payloads/hotspots");
        }
    }

    /** @param listed what has them all */
    static String oneOf(List<String> known, String listed) {
        return known.isEmpty()
                ? "there is none yet; see " + listed
                : "one of " + String.join(", ", known.subList(0, Math.min(NAMED, known.size())))
                        + (known.size() > NAMED ? ", or another of " + listed : "");
    }

    private static BadParameter unknown(String parameter, String value, String allowed) {
        return new BadParameter(404, parameter, value, allowed);
    }
}
