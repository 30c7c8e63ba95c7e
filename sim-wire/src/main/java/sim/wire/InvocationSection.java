package sim.wire;

import java.util.List;
import java.util.function.UnaryOperator;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.InvocationCursor;
import sim.model.snapshot.InvocationPacker;
import sim.model.snapshot.Invocations;

/** Kept calls. They are already packed, except for their texts. */
final class InvocationSection extends Section<Invocation> {
    InvocationSection() {
        super("invocations", Invocation.class);
    }

    @Override
    void write(List<Invocation> invocations, long fromMicros, Parts out) {
        Invocations calls = Invocations.of(invocations);
        out.add(calls.size());
        out.addAll(calls.texts(), out::add);
        out.add(calls.bytes());
    }

    @Override
    List<Invocation> read(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        int size = in.nextInt();
        List<String> texts = in.nextList(Parts::requireText);
        try {
            Invocations calls = Invocations.unpacked(size, in.nextBytes(), texts);
            return numbers.isOwn() ? calls : translated(calls, numbers);
        } catch (IllegalArgumentException malformed) {
            throw new WireException(malformed.getMessage());
        }
    }

    private static Invocations translated(Invocations calls, MeterNumbers numbers) throws WireException {
        InvocationPacker packer = new InvocationPacker();
        for (InvocationCursor call = calls.cursor(); call.next();) {
            int present = MeasureParts.possible(call.present(), numbers);
            packer.add(call.node(), call.context(), call.thread(), call.beginMicros(), numbers.own(present),
                    numbers.own(present, call.readings()), call.error(), call.exception());
        }
        return packer.take();
    }

    @Override
    long bytes(Invocation call) {
        return bytes(Invocations.of(List.of(call)));
    }

    @Override
    public long bytes(List<Invocation> invocations) {
        Invocations calls = Invocations.of(invocations);
        long bytes = Sizes.OBJECT * 2 + calls.bytes().length;
        for (String text : calls.texts()) {
            bytes += 8 + Sizes.of(text);
        }
        return bytes;
    }

    /** Keeps or drops the calls of whole parcels, because unpacking them by age would cost more than it saves. */
    @Override
    public List<Invocation> melt(List<List<Invocation>> waiting, long room) {
        int first = waiting.size();
        for (long left = room; first > 0; first--) {
            left -= bytes(waiting.get(first - 1));
            if (left < 0) {
                break;
            }
        }
        InvocationPacker packer = new InvocationPacker();
        for (List<Invocation> calls : waiting.subList(first, waiting.size())) {
            packer.addAll(Invocations.of(calls), 0, calls.size());
        }
        return packer.take();
    }

    @Override
    public int share() {
        return 2;
    }

    @Override
    public Invocation cleaned(Invocation element, UnaryOperator<String> cleaner) {
        return element.exception() == null
                ? element
                : new Invocation(element.node(), element.context(), element.thread(), element.beginMicros(),
                        element.present(), element.readings(), element.error(), cleaner.apply(element.exception()));
    }
}
