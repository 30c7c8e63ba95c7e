package sim.server.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import sim.store.Keep;

/** {@code 7d}, {@code 7d,instance.1m=24h}. */
final class KeepConverter implements ITypeConverter<Keep> {
    @Override
    public Keep convert(String text) {
        try {
            return Keep.of(text);
        } catch (IllegalArgumentException wrong) {
            throw new TypeConversionException(wrong.getMessage());
        }
    }
}
