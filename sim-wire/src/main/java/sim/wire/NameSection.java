package sim.wire;

import java.util.List;
import java.util.function.UnaryOperator;
import sim.model.snapshot.NameEntry;

/** Names of the dictionary that the server does not know yet. */
final class NameSection extends ElementSection<NameEntry> {
    /** No name of a Java class begins so: what follows is a text that splits the call tree. */
    private static final String SPLIT = "split:";

    NameSection() {
        super("names");
    }

    @Override
    void write(NameEntry name, long fromMicros, Parts out) {
        out.add(name.id());
        out.add(name.owner());
        out.add(name.member());
    }

    @Override
    NameEntry readOne(Parts in, long fromMicros, MeterNumbers numbers) throws WireException {
        return new NameEntry(in.nextInt(), in.requireText(), in.requireText());
    }

    @Override
    void writeMore(List<NameEntry> names, long fromMicros, Parts out) {
        Appendix.write(names, NameEntry::isSynchronized, name -> {}, out);
    }

    @Override
    void readMore(List<NameEntry> names, long fromMicros, Parts in) throws WireException {
        Appendix.read(names, in, name -> new NameEntry(name.id(), name.owner(), name.member(), true));
    }

    @Override
    long bytes(NameEntry name) {
        return Sizes.OBJECT + 16 + Sizes.of(name.owner()) + Sizes.of(name.member());
    }

    @Override
    public NameEntry cleaned(NameEntry element, UnaryOperator<String> cleaner) {
        return element.owner().startsWith(SPLIT)
                ? new NameEntry(element.id(), element.owner(), cleaner.apply(element.member()),
                        element.isSynchronized())
                : element;
    }
}
