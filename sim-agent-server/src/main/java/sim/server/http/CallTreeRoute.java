package sim.server.http;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.stream.Collectors;
import sim.export.profile.Profile;
import sim.export.profile.ProfileFormat;
import sim.server.ingest.Ingest;
import sim.server.query.Answer;
import sim.server.query.Questions;
import sim.server.query.Range;
import sim.server.query.TreePart;

/** Answers {@code calltree}: as JSON, or in a format of profilers' viewers. Any thread. */
final class CallTreeRoute {
    private static final int LIMIT = 5_000;

    private final Answering answering;
    private final Ingest ingest;

    CallTreeRoute(Answering answering, Ingest ingest) {
        this.answering = answering;
        this.ingest = ingest;
    }

    void answer(Context request) {
        answering.asking(request, (questions, answer) -> {
            Parameters given = new Parameters(request);
            String format = given.text("format");
            if (!format.equals("json")) {
                file(request, given, format, questions, answer);
            } else if (given.text("measure") != null) {
                throw new BadParameter(400, "measure", given.text("measure"), "only with format=, other than json");
            } else {
                Range range = given.range(questions);
                questions.callTree(range, part(given, range, questions), given.isSet("fold"),
                        given.limit(LIMIT),
                        answer);
            }
        });
    }

    private TreePart part(Parameters given, Range range, Questions questions) {
        return given.part(new NameCheck(questions.names(range)), ingest.connected());
    }

    private void file(Context request, Parameters given, String name, Questions questions, Answer answer) {
        ProfileFormat format = ProfileFormat.named(name);
        String measure = given.text("measure");
        Range range = given.range(questions);
        Profile profile = new Profile(range.application(), range.fromMicros() / 1_000, range.toMicros() / 1_000);
        questions.callTree(range, part(given, range, questions), given.isSet("fold"),
                given.limit(Routes.MOST_NODES),
                answer.to(new Answer.Reader() {
                    @Override
                    public void row(Map<String, Object> row) {
                        profile.row(row);
                    }

                    @Override
                    public void end(Map<String, Object> after) {
                        profile.end(after);
                    }
                }));
        if (measure != null && !profile.has(measure)) {
            throw new BadParameter(400, "measure", measure, profile.measures().stream().map(Profile.Measure::name)
                    .collect(Collectors.joining(", ", "a measure that was read in the range: ", "")));
        }
        AnswerStream.type(request, format.contentType());
        request.header("Content-Disposition", "attachment; filename=\"" + format.fileName(profile, measure) + '"');
        try {
            answer.bytes(out -> format.write(profile, measure, out));
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
