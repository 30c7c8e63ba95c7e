package shop;

/** The computation: a millisecond of CPU time, without a call in them. */
final class Recommendations {
    private static final int ARTICLES = 400;
    private static final int FEATURES = 500;
    private static final int SHOWN = 3;

    private Recommendations() {}

    static int[] of(int customer) {
        double[] likes = new double[ARTICLES];
        for (int article = 0; article < ARTICLES; article++) {
            for (int feature = 1; feature <= FEATURES; feature++) {
                likes[article] += (customer * 31 + article * feature) % 97 / (double) feature;
            }
        }
        int[] best = new int[SHOWN];
        for (int i = 0; i < SHOWN; i++) {
            for (int article = 0; article < ARTICLES; article++) {
                if (likes[article] > likes[best[i]]) {
                    best[i] = article;
                }
            }
            likes[best[i]] = -1;
        }
        return best;
    }
}
