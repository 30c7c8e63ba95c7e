package sim.metrics.name;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.UUID;

/** Random bits from the system's own source: Java's way to it begins the security providers, which takes a start 30 to 50 ms. */
public final class Chance {
    private static final String SOURCE = "/dev/urandom";
    private static final long VERSION = 0xF000L;
    private static final long RANDOM = 0x4000L;
    private static final long VARIANT = 0xC000_0000_0000_0000L;
    private static final long STANDARD = 0x8000_0000_0000_0000L;

    private Chance() {}

    /** 64 of them. */
    public static long bits() {
        try (DataInputStream source = new DataInputStream(new FileInputStream(SOURCE))) {
            return source.readLong();
        } catch (IOException | RuntimeException none) {
            return new SecureRandom().nextLong();
        }
    }

    /** As {@link UUID#randomUUID}, which nobody can guess either. */
    public static UUID uuid() {
        try (DataInputStream source = new DataInputStream(new FileInputStream(SOURCE))) {
            return new UUID(source.readLong() & ~VERSION | RANDOM, source.readLong() & ~VARIANT | STANDARD);
        } catch (IOException | RuntimeException none) {
            return UUID.randomUUID();
        }
    }
}
