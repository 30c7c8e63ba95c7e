package sim.payload.library.kafka;

import sim.payload.common.LibraryVersion;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.TypeCustomizer;

/** The probe of records sent to Kafka, until they are acknowledged, and of polls that brought records, by topic. */
public final class KafkaProbe extends PayloadProbe {
    static final LibraryVersion VERSION = new LibraryVersion("kafka", "kafka-clients", 3, 4,
            "kafka/kafka-version.properties", "version");

    /** The direction of records. */
    public enum Type implements TypeCustomizer {
        /** Records are sent. */
        SEND("send", 0x1565C0),
        /** Records are received. */
        RECEIVE("receive", 0x2E7D32);

        private final String shown;
        private final int color;

        Type(String shown, int color) {
            this.shown = shown;
            this.color = color;
        }

        @Override
        public int getColor() {
            return color;
        }

        @Override
        public String toString() {
            return shown;
        }
    }

    @Override
    public String getName() {
        return "Kafka";
    }

    @Override
    public String getDescription() {
        return "Records sent, until they are acknowledged, and polls that brought some, by topic";
    }

    @Override
    @SuppressWarnings("rawtypes") // the published signature
    public Class<? extends Enum> getCustomTypes() {
        return Type.class;
    }
}
