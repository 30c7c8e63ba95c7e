package sim.agent.intercept;

import java.util.List;
import sim.model.payload.ScriptAnswer;
import sim.model.payload.ScriptRequest;

/**
 * Scripts that somebody at the agent server asks for. A script is code, and can do in the application whatever the application can. So SIM
 * runs one only if the application's owner allows it, and says on standard error what it did. On a thread of SIM.
 */
final class AskedScripts {
    private static final String FORBIDDEN = "the application takes no scripts from the agent server: they are code, which"
            + " would run in it. Whoever starts it allows them by payload.scripts.remote=true, and after a restart";
    private static final int LONGEST_LINE = 500;

    private final boolean allowed;

    AskedScripts(boolean allowed) {
        this.allowed = allowed;
    }

    ScriptAnswer answer(ScriptRequest request) {
        if (!allowed) {
            return new ScriptAnswer(request.number(), false, FORBIDDEN, List.of(), List.of());
        }
        ScriptAnswer answer = Scripts.answer(request);
        if (answer.done() && request.action() == ScriptRequest.Action.ADD) {
            say((request.telemetry() == null
                    ? "put the script " + request.name() + " at " + request.method()
                    : "gave the script " + request.name() + " a telemetry") + ": " + request.expression());
        } else if (answer.done() && request.action() == ScriptRequest.Action.REMOVE) {
            say("took the script " + request.name() + " out");
        }
        return answer;
    }

    private static void say(String what) {
        String line = what.replaceAll("\\p{Cntrl}+", " ");
        System.err.println("sim: somebody at the agent server "
                + (line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "..."));
    }
}
