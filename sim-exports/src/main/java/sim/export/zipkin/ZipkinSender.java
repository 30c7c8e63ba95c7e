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
import java.util.zip.GZIPOutputStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Posts spans to Zipkin's HTTP interface, and says whether it took them. One thread sends. */
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
            int status = client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            return status / 100 == 2
                    ? CompletableResultCode.ofSuccess()
                    : CompletableResultCode.ofExceptionalFailure(new IOException("it answers " + status));
        } catch (IOException | RuntimeException away) {
            return CompletableResultCode.ofExceptionalFailure(
                    away.getMessage() == null ? new IOException("it does not answer", away) : away);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return CompletableResultCode.ofExceptionalFailure(stopped);
        }
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
