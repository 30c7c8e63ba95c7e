package sim.server.cli;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@code 30m}, {@code 7d}. */
final class AgeConverter implements ITypeConverter<Duration> {
    @Override
    public Duration convert(String text) {
        if (!text.matches("[1-9][0-9]{0,6}[smhd]")) {
            throw new TypeConversionException("'" + text + "' is not a number with s, m, h or d, such as 7d");
        }
        long number = Long.parseLong(text.substring(0, text.length() - 1));
        return switch (text.charAt(text.length() - 1)) {
            case 's' -> Duration.ofSeconds(number);
            case 'm' -> Duration.ofMinutes(number);
            case 'h' -> Duration.ofHours(number);
            default -> Duration.ofDays(number);
        };
    }
}
