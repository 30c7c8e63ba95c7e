package sim.wire;

import java.util.function.UnaryOperator;
import sim.model.payload.ScriptAnswer.Method;
import sim.model.payload.ScriptAnswer.Script;
import sim.model.payload.ScriptAnswer;

/** An application's answers to requests for scripts. The server passes them on and does not store them. */
final class ScriptAnswerSection extends ElementSection<ScriptAnswer> {
    ScriptAnswerSection() {
        super("script.answers", ScriptAnswer.class);
    }

    @Override
    void write(ScriptAnswer answer, long fromMicros, Parts out) {
        out.add(answer.request());
        out.add(answer.done() ? 1 : 0);
        out.add(answer.text());
        out.addAll(answer.methods(), method -> {
            out.add(method.method());
            out.add(method.returned());
            out.addAll(method.types(), out::add);
            out.addAll(method.names(), out::add);
            out.add(method.refusal());
        });
        out.addAll(answer.scripts(), script -> {
            out.add(script.name());
            out.add(script.method());
            out.add(script.expression());
            out.add(script.splits() ? 1 : 0);
        });
    }

    @Override
    ScriptAnswer readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new ScriptAnswer(in.next(), in.next() != 0, in.requireText(),
                in.nextList(p -> new Method(p.requireText(), p.requireText(), p.nextList(Parts::requireText),
                        p.nextList(Parts::requireText), p.requireText())),
                in.nextList(p -> new Script(p.requireText(), p.requireText(), p.requireText(), p.next() != 0)));
    }

    @Override
    long bytes(ScriptAnswer answer) {
        long bytes = Sizes.OBJECT + 64 + Sizes.of(answer.text());
        for (Method method : answer.methods()) {
            bytes += Sizes.OBJECT + 64 + Sizes.of(method.method()) + Sizes.of(method.returned())
                    + Sizes.of(method.refusal());
            for (String type : method.types()) {
                bytes += Sizes.REFERENCE + Sizes.of(type);
            }
            for (String name : method.names()) {
                bytes += Sizes.REFERENCE + Sizes.of(name);
            }
        }
        for (Script script : answer.scripts()) {
            bytes += Sizes.OBJECT + 32 + Sizes.of(script.name()) + Sizes.of(script.method())
                    + Sizes.of(script.expression());
        }
        return bytes;
    }

    @Override
    public ScriptAnswer cleaned(ScriptAnswer element, UnaryOperator<String> cleaner) {
        return new ScriptAnswer(element.request(), element.done(), cleaner.apply(element.text()), element.methods(),
                element.scripts());
    }
}
