package extended;

import java.nio.file.Path;
import java.util.Properties;
import sim.recording.replay.Replay;

/** Plays a recording into this JVM's runtime: file, then 1 or max. Prints what was played and the call tree it came to. */
public final class Playing {
    private Playing() {}

    public static void main(String[] args) throws Exception {
        Properties to = new Properties();
        to.setProperty("sim.application", "played");
        Replay.Played played = Replay.play(Path.of(args[0]), args[1].equals("1"), to, "");
        System.out.println("played " + played.firings() + " threads " + played.threads() + " dropped "
                + played.dropped());
        Rows.print();
    }
}
