package sim.export.zipkin;

import java.io.IOException;
import sim.export.span.Refusals;

/** Which answers of Zipkin mean that it takes the same spans never: 4xx, but not that it is too much or too slow now. Any thread. */
final class ZipkinRefusals implements Refusals {
    private static final int TOO_SLOW = 408;
    private static final int TOO_LARGE = 413;
    private static final int TOO_MUCH = 429;

    /** What Zipkin says of spans that it does not take. */
    static final class AnsweredException extends IOException {
        private static final long serialVersionUID = 1;
        private final int status;

        AnsweredException(int status) {
            super("it answers " + status);
            this.status = status;
        }
    }

    @Override
    public boolean isFinal(Throwable why) {
        return why instanceof AnsweredException answered && answered.status / 100 == 4 && answered.status != TOO_SLOW
                && answered.status != TOO_MUCH;
    }

    @Override
    public boolean isOfContent(Throwable why) {
        return why instanceof AnsweredException answered && answered.status == TOO_LARGE;
    }

    @Override
    public String line(Throwable why) {
        return String.valueOf(why.getMessage());
    }
}
