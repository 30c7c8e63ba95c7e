package sim.server.cli;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 500ms}, {@code 1.5s}: nanoseconds, written as the tables write them. */
final class NanosConverter implements ITypeConverter<Long> {
    private static final Pattern WRITTEN = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)(ns|us|ms|s)");
    /** How many digits a unit is moved by. */
    private static final Map<String, Integer> UNITS = Map.of("ns", 0, "us", 3, "ms", 6, "s", 9);

    @Override
    public Long convert(String text) {
        Matcher written = WRITTEN.matcher(text);
        if (!written.matches()) {
            throw new TypeConversionException("'" + text + "' is not a number with ns, us, ms or s, such as 500ms");
        }
        return new BigDecimal(written.group(1)).movePointRight(UNITS.get(written.group(2))).longValue();
    }
}
