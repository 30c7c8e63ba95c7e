package sim.server.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 500MB}, {@code 10GB}. */
final class SizeConverter implements ITypeConverter<Long> {
    @Override
    public Long convert(String text) {
        if (!text.matches("[1-9][0-9]{0,6}[MG]B")) {
            throw new TypeConversionException("'" + text + "' is not a number with MB or GB, such as 10GB");
        }
        return Long.parseLong(text.substring(0, text.length() - 2)) << (text.endsWith("GB") ? 30 : 20);
    }
}
