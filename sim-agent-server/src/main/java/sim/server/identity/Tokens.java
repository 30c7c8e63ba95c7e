package sim.server.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tokens that are good now. Reads the file again when it changed; a file that cannot be read leaves the former tokens good. Once
 * callers are asked who they are, they always are: revoking the last token closes the server and does not open it. Any thread.
 */
final class Tokens {
    private static final Logger LOG = LoggerFactory.getLogger(Tokens.class);

    private final TokenFile file;
    private volatile boolean required;
    private volatile Map<String, Token> byName = Map.of();
    private String stamp = "";
    private String said = "";

    /** @param required whether callers must have a token although there is no file of tokens */
    Tokens(TokenFile file, boolean required) throws IOException {
        this.file = file;
        this.required = required || file.exists() || file.isLost();
        this.stamp = stamp();
        if (file.isLost()) {
            LOG.warn("{}", file.lost());
        }
        take(file.read());
    }

    boolean isRequired() {
        return required;
    }

    boolean isEmpty() {
        return byName.isEmpty();
    }

    /** Looks whether the file changed. One thread. */
    void look() {
        String now = stamp();
        if (now.equals(stamp)) {
            return;
        }
        required |= file.exists() || file.isLost(); // also by a file that nobody can read
        try {
            take(file.read());
            stamp = now;
            said = "";
            if (file.isLost()) {
                LOG.warn("{}", file.lost());
            } else {
                LOG.info("read {} again: {} tokens", file.path(), byName.size());
            }
        } catch (IOException broken) {
            if (!said.equals(broken.getMessage())) {
                said = broken.getMessage();
                LOG.warn("{}; {}", said,
                        isEmpty() ? "nobody is let in" : "the former tokens stay good");
            }
        }
    }

    private void take(List<Token> tokens) {
        Map<String, Token> good = new HashMap<>();
        tokens.forEach(each -> good.put(each.name(), each));
        byName = Map.copyOf(good);
    }

    /** What tells a changed file from the one that was read: it is replaced, so it has another key. */
    private String stamp() {
        Path path = file.path();
        try {
            BasicFileAttributes known = Files.readAttributes(path, BasicFileAttributes.class);
            return known.fileKey() + " " + known.lastModifiedTime() + " " + known.size();
        } catch (IOException none) {
            return "";
        }
    }

    /** The token with that text, or null. */
    Token find(String text) {
        String name = Token.nameIn(text);
        String hash = name == null ? "" : Token.hash(text); // before it is known whether there is such a name
        Token known = name == null ? null : byName.get(name);
        return known != null && known.isTextOf(hash) && !known.isExpired(System.currentTimeMillis()) ? known : null;
    }

    /** Whether a token that was found is still good. */
    boolean isGood(Token token) {
        return token.equals(byName.get(token.name())) && !token.isExpired(System.currentTimeMillis());
    }
}
