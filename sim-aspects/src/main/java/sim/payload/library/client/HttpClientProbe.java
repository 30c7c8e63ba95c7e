package sim.payload.library.client;

import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.TypeCustomizer;

/** The probe of requests that the application sends, with any client. */
public final class HttpClientProbe extends PayloadProbe {
    /** The sort of an answer. */
    public enum ResponseClass implements TypeCustomizer {
        /** The request succeeded. */
        SUCCESS("2xx", 0x2E7D32),
        /** The resource is elsewhere, or has not changed. */
        REDIRECTION("3xx", 0x1565C0),
        /** The request was wrong. */
        REFUSAL("4xx", 0xEF6C00),
        /** The server failed. */
        FAILURE("5xx", 0xC62828),
        /** There was no answer, but an exception. */
        NONE("no answer", 0x6A1B9A);

        private final String shown;
        private final int color;

        ResponseClass(String shown, int color) {
            this.shown = shown;
            this.color = color;
        }

        /** The sort of a status; null if the number is no status. */
        static ResponseClass of(int status) {
            return switch (status / 100) {
                case 1, 2 -> SUCCESS;
                case 3 -> REDIRECTION;
                case 4 -> REFUSAL;
                case 5 -> FAILURE;
                default -> null;
            };
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
        return "HTTP client";
    }

    @Override
    public String getDescription() {
        return "Requests by method and address, without queries and with ids in paths replaced by {id}";
    }

    @Override
    @SuppressWarnings("rawtypes") // the published signature
    public Class<? extends Enum> getCustomTypes() {
        return ResponseClass.class;
    }
}
