package sim.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static sim.agent.probe.WovenCodeIT.BEGIN;
import static sim.agent.probe.WovenCodeIT.END;
import static sim.agent.probe.WovenCodeIT.SITE;
import static sim.agent.probe.WovenCodeIT.instructions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import sim.agent.ChildJvm;

/** Probes that are written without the weaver, beside what {@link WovenCodeIT} has the weaver write. */
class SiteProbesTest {
    /** As the weaver's, but that a result waits for the end on the operand stack, and each return has an end of its own. */
    @Test
    void writesWhatTheWeaverWould(@TempDir Path folder) throws IOException {
        byte[] plain = Files.readAllBytes(ChildJvm.CLASSES.resolve("woven/Plain.class"));
        Map<String, List<String>> probed = instructions(Files.write(folder.resolve("Plain.class"),
                SiteProbes.put(new ClassReader(plain), Set.of("nothing()V", "plus(I)I", "<init>(I)V")).bytes()));
        assertThat(probed.get("static void nothing();")).containsExactly(
                "aconst", "astore", SITE, BEGIN, "astore", SITE, "aload", "aconst", END, "return",
                "astore", SITE, "aload", "aload", END, "aload", "athrow");
        assertThat(probed.get("int plus(int);")).containsExactly(
                "aconst", "astore", SITE, BEGIN, "astore", "aload", "getfield value", "iload", "iadd",
                SITE, "aload", "aconst", END, "ireturn",
                "astore", SITE, "aload", "aload", END, "aload", "athrow");
        assertThat(probed.get("woven.Plain(int);")).containsExactly(
                "aconst", "astore", "aload", "invokespecial <init>", SITE, BEGIN, "astore",
                "aload", "iload", "putfield value", SITE, "aload", "aconst", END, "return",
                "astore", SITE, "aload", "aload", END, "aload", "athrow");
        assertThat(probed.get("public static void main(java.lang.String[]);")).noneMatch(line -> line.equals(SITE));
    }
}
