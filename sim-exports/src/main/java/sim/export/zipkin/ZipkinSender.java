package sim.export.zipkin;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Posts spans to Zipkin's HTTP interface, and says whether it took them. The whole answer has the target's patience: the client's own
 * timeout ends with the answer's head, and a receiver that hangs in its body would hold the sender for ever. One thread sends.
 */
final class ZipkinSender implements SpanExporter {
    private final ZipkinTarget target;
    private final HttpClient client;

    ZipkinSender(ZipkinTarget target) {
        this.target = target;
        this.client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(target.patience())
                .build();
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        try {
            HttpRequest request = HttpRequest.newBuilder(target.spans()).timeout(target.patience())
                    .header("Content-Type", "application/json").header("Content-Encoding", "gzip")
                    .POST(HttpRequest.BodyPublishers.ofByteArray(packed(spans))).build();
            return result(status(request));
        } catch (TimeoutException hangs) {
            return CompletableResultCode.ofExceptionalFailure(new IOException("it does not answer in time", hangs));
        } catch (ExecutionException away) {
            return CompletableResultCode.ofExceptionalFailure(away.getCause().getMessage() == null
                    ? new IOException("it does not answer", away.getCause())
                    : away.getCause());
        } catch (IOException | RuntimeException away) {
            return CompletableResultCode.ofExceptionalFailure(
                    away.getMessage() == null ? new IOException("it does not answer", away) : away);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return CompletableResultCode.ofExceptionalFailure(stopped);
        }
    }

    private int status(HttpRequest request) throws InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<HttpResponse<Void>> answer = client.sendAsync(request,
                HttpResponse.BodyHandlers.discarding());
        try {
            return answer.get(target.patience().toMillis(), TimeUnit.MILLISECONDS).statusCode();
        } finally {
            answer.cancel(true); // of one that came whole nothing is left to cancel
        }
    }

    private static CompletableResultCode result(int status) {
        return status / 100 == 2
                ? CompletableResultCode.ofSuccess()
                : CompletableResultCode.ofExceptionalFailure(new ZipkinRefusals.AnsweredException(status));
    }

    private static byte[] packed(Collection<SpanData> spans) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JsonGenerator json = new JsonFactory().createGenerator(ObjectWriteContext.empty(),
                new GZIPOutputStream(bytes))) {
            json.writeStartArray();
            spans.forEach(span -> ZipkinJson.write(span, json));
            json.writeEndArray();
        }
        return bytes.toByteArray();
    }

    @Override
    public CompletableResultCode flush() {
        return CompletableResultCode.ofSuccess();
    }

    @Override
    public CompletableResultCode shutdown() {
        return CompletableResultCode.ofSuccess();
    }
}
