package counted;

import java.util.Random;

/** Texts nobody expects: halves of characters, characters at the cut, controls, and far too long ones. */
final class Texts {
    private static final String EMOJI = "\uD83D\uDE00";
    private static final int GIANT = 5_000_000;

    private Texts() {}

    static String plain(Random random) {
        return "v" + random.nextInt(50);
    }

    static String odd(Random random) {
        switch (random.nextInt(9)) {
            case 0 :
                return "\uD83D";
            case 1 :
                return "low first \uDE00\uD83D";
            case 2 :
                return "a".repeat(511) + EMOJI + "b"; // the 512th character is half of one
            case 3 :
                return EMOJI.repeat(400);
            case 4 :
                return "line\nbreak\r\u001b[31mred\u0000\u0007";
            case 5 :
                return "";
            case 6 :
                return "\u202Eright to left\uFFFF\uFFFE";
            case 7 :
                return "x".repeat(30_000);
            default :
                StringBuilder any = new StringBuilder();
                for (int i = random.nextInt(700); i > 0; i--) {
                    any.append((char) random.nextInt(0x10000));
                }
                return any.toString();
        }
    }

    static String giant() {
        return "k".repeat(GIANT);
    }
}
