package planted;

/** The planted cause: version 2 prints each receipt in three languages, and only one of them is taken. */
final class PrintedOrders implements Orders {
    private static final int LINES = 2_000;
    private static final String[] WORDS = {"article", "Artikel", "artikel"};

    private final int languages;
    private volatile String last;

    PrintedOrders(boolean isInAllLanguages) {
        languages = isInAllLanguages ? WORDS.length : 1;
    }

    @Override
    public void place(int order) {
        String[] printed = new String[languages];
        for (int i = 0; i < languages; i++) {
            printed[i] = WORDS[i];
        }
        last = print(order, printed);
    }

    private String print(int order, String[] words) {
        String receipt = null;
        for (String word : words) {
            StringBuilder lines = new StringBuilder(LINES * 20);
            for (int line = 0; line < LINES; line++) {
                lines.append(word).append(' ').append(order + line).append('\n');
            }
            receipt = lines.toString();
        }
        return receipt;
    }
}
