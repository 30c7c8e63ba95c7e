package sim.base.name;

import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.UUID;

/**
 * Random bits from the system's own source. Java's {@code SecureRandom} starts the security providers, which takes 30 to 50 ms of a
 * program's start.
 */
public final class Chance {
    private static final String SOURCE = "/dev/urandom";
    private static final long VERSION = 0xF000L;
    private static final long RANDOM = 0x4000L;
    private static final long VARIANT = 0xC000_0000_0000_0000L;
    private static final long STANDARD = 0x8000_0000_0000_0000L;

    private Chance() {}

    /** 64 random bits. */
    public static long bits() {
        try (DataInputStream source = new DataInputStream(new FileInputStream(SOURCE))) {
            return source.readLong();
        } catch (IOException | RuntimeException none) {
            return new SecureRandom().nextLong();
        }
    }

    /** A random UUID, as hard to guess as one of {@link UUID#randomUUID}. */
    public static UUID uuid() {
        try (DataInputStream source = new DataInputStream(new FileInputStream(SOURCE))) {
            return new UUID(source.readLong() & ~VERSION | RANDOM, source.readLong() & ~VARIANT | STANDARD);
        } catch (IOException | RuntimeException none) {
            return UUID.randomUUID();
        }
    }
}
