package sim.server.http;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import sim.server.identity.Role;

/**
 * A route of the HTTP interface: who may call it, what a request may give, what it answers. From it requests are checked, and the OpenAPI
 * document is made. Immutable.
 *
 * @param role       who may call it; null for anybody
 * @param group      what it is about
 * @param parameters of the query
 * @param body       the fields of the JSON object that it takes, or null for a route without a body
 * @param type       the media type of what it answers when all is well
 * @param shape      what that looks like: a name in {@link Shapes}, or null for another format than JSON
 * @param answers    why it answers what, by status; those of each route of its kind are added by {@link OpenApi}
 */
record Route(String method, String path, Role role, String group, String says, List<Parameter> parameters,
        List<Parameter> body, String type, String shape, Map<Integer, String> answers) {
    static final String JSON = "application/json";
    /** Of a bound on bodies: what is shorter is refused for what is in it. */
    private static final int LEAST_BYTES = 64 << 10;
    /** What is beside the texts. */
    private static final int BESIDE_BYTES = 4 << 10;
    /** A backslash, a letter and four digits. */
    private static final int ESCAPED_BYTES = 6;

    static Route get(String path, Role role, String group, String shape, String says, Parameter... parameters) {
        return new Route("GET", path, role, group, says, List.of(parameters), null, JSON, shape, Map.of());
    }

    static Route post(String path, Role role, String group, String shape, String says, Parameter... body) {
        return new Route("POST", path, role, group, says, List.of(), List.of(body), JSON, shape, Map.of());
    }

    /** The same with parameters behind its own. */
    Route with(Parameter... more) {
        return new Route(method, path, role, group, says,
                Stream.concat(parameters.stream(), Stream.of(more)).toList(), body, type, shape, answers);
    }

    /** The same that also answers so. */
    Route answers(int status, String why) {
        Map<Integer, String> all = new TreeMap<>(answers);
        all.put(status, why);
        return new Route(method, path, role, group, says, parameters, body, type, shape, all);
    }

    /** The same that answers in another format. */
    Route as(String other) {
        return new Route(method, path, role, group, says, parameters, body, other, null, answers);
    }

    /** Of a body: with each character of its texts escaped it is not longer. */
    int mostBytes() {
        long texts = body.stream().filter(each -> each.kind() == Parameter.Kind.TEXT).mapToLong(Parameter::most).sum();
        return (int) Math.max(LEAST_BYTES, BESIDE_BYTES + ESCAPED_BYTES * texts);
    }

    boolean isPost() {
        return method.equals("POST");
    }

    /** The parameter of that name, or null. */
    Parameter parameter(String name) {
        return named(parameters, name);
    }

    /** The body's field of that name, or null. */
    Parameter field(String name) {
        return named(body, name);
    }

    private static Parameter named(List<Parameter> of, String name) {
        for (Parameter each : of) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        return null;
    }
}
