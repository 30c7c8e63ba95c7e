package sim.context;

/** Lower-case hexadecimal digits, strictly. */
final class Hex {
    private static final char[] DIGITS = "0123456789abcdef".toCharArray();

    private Hex() {}

    static void append(StringBuilder to, long value, int digits) {
        for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
            to.append(DIGITS[(int) (value >>> shift) & 15]);
        }
    }

    /** All 16 digits. */
    static String digits(long value) {
        StringBuilder digits = new StringBuilder(16);
        append(digits, value, 16);
        return digits.toString();
    }

    /** Whether every character from {@code from} up to {@code to} is one. */
    static boolean is(CharSequence text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (digit(text.charAt(i)) < 0) {
                return false;
            }
        }
        return true;
    }

    /** The number the digits say; at most 16 of them. */
    static long parse(CharSequence text, int from, int to) {
        long value = 0;
        for (int i = from; i < to; i++) {
            value = value << 4 | digit(text.charAt(i));
        }
        return value;
    }

    private static int digit(char c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    }
}
