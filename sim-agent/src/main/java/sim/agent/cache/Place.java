package sim.agent.cache;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * Where a class loader's URL leads.
 *
 * @param inside the rest of the URL, which names a part of the file; empty for the whole file, of which the JDK's loaders then also read the manifest
 */
record Place(File file, String inside) {
    /** By hand, as the next: what the JVM makes of a record takes some ms of each start. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Place place && place.file.equals(file) && place.inside.equals(inside);
    }

    @Override
    public int hashCode() {
        return file.hashCode();
    }

    static Place of(String url) throws IOException {
        String text = url;
        while (text.startsWith("jar:") || text.startsWith("war:")) {
            text = text.substring(4);
        }
        boolean isNested = text.startsWith("nested:");
        // in the URL of a folder it is part of a name
        int end = text.equals(url) && !isNested ? -1 : text.indexOf(isNested ? "/!" : "!/");
        if (!isNested && !text.startsWith("file:") || text.startsWith("file://") && !text.startsWith("file:///")) {
            throw new Sight.Unknown();
        }
        String path = text.substring(text.indexOf(':') + 1, end < 0 ? text.length() : end);
        try {
            URI uri = new URI("file:" + path.replace(" ", "%20"));
            if (uri.getRawQuery() != null || uri.getRawFragment() != null || uri.getPath() == null) {
                throw new Sight.Unknown(); // the JDK's loaders take some of that for a part of the name
            }
            File file = new File(uri.getPath());
            boolean isWhole = end < 0 || url.startsWith("jar:file:") && end + 2 == text.length();
            return new Place(file, isWhole ? "" : text.substring(end));
        } catch (URISyntaxException | RuntimeException malformed) {
            throw new Sight.Unknown();
        }
    }
}
