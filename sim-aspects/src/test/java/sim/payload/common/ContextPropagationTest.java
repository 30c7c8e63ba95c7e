package sim.payload.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.context.Context;
import sim.context.ContextSnapshot;
import sim.metrics.probe.Metering;

class ContextPropagationTest {
    private static final Map<String, String> NONE = Map.of();
    private static final String SENDER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    private final Metering runtime = Metering.runtime();

    @BeforeEach
    @AfterEach
    void nothingIsCurrent() {
        assertThat(runtime.currentContext()).isNull();
    }

    @Test
    void whatArrivesIsInItsSendersTrace() {
        Object request = new Object();
        ContextPropagation.begin(request, "GET /", "http", Map.of("traceparent", SENDER)::get);
        Context begun = runtime.currentContext();
        ContextPropagation.end(request, null);

        assertThat(begun.getTraceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(begun.getParentContextId()).isEqualTo("00f067aa0ba902b7");
        assertThat(begun.isOpen()).isFalse();
    }

    @Test
    void whatIsForwardedOrHandledTwiceIsOneArrivalAndEndsWithTheOuterHandler() {
        Object request = new Object();
        Object wrapped = new Object();
        ContextPropagation.begin(request, "GET /", "http", NONE::get);
        Context begun = runtime.currentContext();
        ContextPropagation.begin(request, "GET /", "http", NONE::get);
        ContextPropagation.begin(wrapped, "GET /page", "http", NONE::get);
        assertThat(runtime.currentContext()).isSameAs(begun);
        ContextPropagation.end(wrapped, null);
        ContextPropagation.end(request, null);
        assertThat(runtime.currentContext()).isSameAs(begun);
        ContextPropagation.end(request, null);
    }

    @Test
    void whatGoesOnIsInItsContextAndNothingInsideItIsAnArrival() {
        Object request = new Object();
        ContextPropagation.begin(request, "GET /", "http", NONE::get);
        Context begun = runtime.currentContext();
        ContextSnapshot context = ContextPropagation.snapshot();
        assertThat(ContextPropagation.goOn(new Object(), "http", context)).as("it has not ended").isFalse();
        ContextPropagation.end(request, null);
        assertThat(ContextPropagation.goOn(request, "http", null)).as("another one").isFalse();

        Object page = new Object();
        assertThat(ContextPropagation.goOn(page, "http", context)).isTrue();
        assertThat(runtime.currentContext()).isSameAs(begun);
        assertThat(ContextPropagation.goOn(new Object(), "http", null)).as("what it forwards to").isTrue();
        assertThat(ContextPropagation.goOn(page, "http", context)).as("another handler").isTrue();
        ContextPropagation.end(page, null);
        assertThat(ContextPropagation.isGoingOn("http")).isTrue();
        ContextPropagation.end(page, null);
        assertThat(ContextPropagation.isGoingOn("http")).isFalse();
    }

    @Test
    void arrivalsOfAnotherKindAreInsideAndOnesLeftOpenEndWithTheNext() {
        Object request = new Object();
        ContextPropagation.begin(request, "GET /", "http", NONE::get);
        Context outer = runtime.currentContext();
        ContextPropagation.begin(new Object(), "receive", "kafka", NONE::get);
        assertThat(runtime.currentContext().getName()).isEqualTo("receive");
        assertThat(runtime.currentContext().getParentContextId()).isEqualTo(outer.getId());
        ContextPropagation.endOpen("kafka");
        ContextPropagation.endOpen("kafka");
        assertThat(runtime.currentContext()).isSameAs(outer);
        ContextPropagation.end(request, null);
    }

    @Test
    void whatIsSentNamesTheCurrentContextOnceAndNothingThatIsThere() {
        assertThat(ContextPropagation.outgoing(NONE::get, null)).as("no context").isEmpty();
        Context context = runtime.createContext("work", "");
        try {
            assertThat(ContextPropagation.outgoing(NONE::get, "a=b")).containsOnlyKeys("traceparent")
                    .containsValue("00-" + context.getTraceId() + "-" + context.getId() + "-01");
            assertThat(ContextPropagation.outgoing(Map.of("traceparent", "mine")::get, null)).isEmpty();
            context.carry("tenant", "acme");
            assertThat(ContextPropagation.outgoing(Map.of("baggage", "mine")::get, null))
                    .containsOnlyKeys("traceparent");
        } finally {
            runtime.endContext(null);
        }
    }

    @ParameterizedTest
    @CsvSource({"authorization,AWS4-HMAC-SHA256 Credential=x", "authorization,Signature keyId=x",
            "authorization,OAuth oauth_consumer_key=x", "signature-input,sig1=()", "x-amz-signature,abc",
            "x-amz-date,20261122T120000Z"})
    void whatIsSignedStaysAsItIs(String name, String value) {
        runtime.createContext("work", "");
        try {
            assertThat(ContextPropagation.outgoing(Map.of(name, value)::get, null)).isEmpty();
            assertThat(ContextPropagation.outgoing(Map.of("authorization", "Bearer x")::get, null)).isNotEmpty();
        } finally {
            runtime.endContext(null);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Amz-Signature=1", "a=b&sig=c", "sig=c", "x-goog-signature=1&a"})
    void whatHasASignedAddressStaysAsItIs(String query) {
        runtime.createContext("work", "");
        try {
            assertThat(ContextPropagation.outgoing(NONE::get, query)).isEmpty();
            assertThat(ContextPropagation.outgoing(NONE::get, "design=1&sig_no=2")).isNotEmpty();
        } finally {
            runtime.endContext(null);
        }
    }
}
