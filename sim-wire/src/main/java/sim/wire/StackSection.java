package sim.wire;

import java.util.List;
import java.util.function.UnaryOperator;
import sim.model.snapshot.StackRecord;

/** The stacks that were read of exceptions. */
final class StackSection extends ElementSection<StackRecord> {
    StackSection() {
        super("stacks", StackRecord.class);
    }

    @Override
    void write(StackRecord stack, long fromMicros, Parts out) {
        out.add(stack.timeMicros() - fromMicros);
        out.add(stack.type());
        out.add(stack.node());
        out.add(stack.stack());
        out.add(stack.message());
        out.add(stack.text());
        out.add(stack.reads());
        out.add(stack.contexts().length);
        for (long context : stack.contexts()) {
            out.add(context);
        }
    }

    @Override
    StackRecord readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        long time = fromMicros + in.next();
        String type = in.requireText();
        int node = in.nextInt();
        long stack = in.next();
        String message = in.requireText();
        String text = in.requireText();
        long reads = in.next();
        long[] contexts = new long[in.nextCount()];
        for (int i = 0; i < contexts.length; i++) {
            contexts[i] = in.next();
        }
        return new StackRecord(time, type, node, stack, message, text, reads, contexts);
    }

    @Override
    long weight(StackRecord stack) {
        return 2 + stack.contexts().length;
    }

    @Override
    long bytes(StackRecord stack) {
        return Sizes.OBJECT + 56 + Sizes.of(stack.type()) + Sizes.of(stack.message()) + Sizes.of(stack.text())
                + Sizes.of(stack.contexts());
    }

    @Override
    public StackRecord cleaned(StackRecord element, UnaryOperator<String> cleaner) {
        return new StackRecord(element.timeMicros(), element.type(), element.node(), element.stack(),
                cleaner.apply(element.message()), cleaner.apply(element.text()), element.reads(), element.contexts());
    }
}
