package sim.server.identity;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tokens of a data directory, in {@code tokens.json}: names and hashes. {@code ./sim token} changes it, whether the server runs or not, and
 * the server reads it again when it changed. Any process; one changes it at a time.
 */
public final class TokenFile {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Some ten thousand tokens. */
    private static final int MOST_BYTES = 4 << 20;

    private final Path directory;
    private final Path file;
    private final Path lock;

    public TokenFile(Path directory) {
        this.directory = directory;
        this.file = directory.resolve("tokens.json");
        this.lock = directory.resolve("tokens.lock");
    }

    Path path() {
        return file;
    }

    /** Whether there is a list of tokens, be it an empty one. */
    public boolean exists() {
        return Files.exists(file);
    }

    /** Whether tokens were made here and their list is gone. What was asked for once is asked for until its owner decides otherwise. */
    boolean isLost() {
        return !exists() && Files.exists(lock);
    }

    /** What to say of that. */
    String lost() {
        return file
                + " is gone, and tokens were made here: nobody is let in. Restore it, or make tokens with ./sim token add; "
                + "to ask nobody who they are, remove " + lock.getFileName() + " too and start again";
    }

    /** The tokens; none if there is no file. */
    public List<Token> read() throws IOException {
        if (!exists()) {
            return List.of();
        }
        try {
            List<Token> tokens = new ArrayList<>();
            JsonNode all = JSON.readTree(content());
            if (!all.isArray()) {
                throw new IOException(file + " is no list of tokens; restore it, or remove it and make the tokens anew "
                        + "with ./sim token add");
            }
            Set<String> names = new HashSet<>();
            for (JsonNode each : all) {
                Role role = Role.labelled(each.path("role").asString());
                List<String> apps = new ArrayList<>();
                each.path("apps").forEach(app -> apps.add(app.asString()));
                String name = each.path("name").asString();
                String hash = each.path("hash").asString();
                if (role == null || !Token.NAME.matcher(name).matches() || !hash.matches("[0-9a-f]{64}")
                        || !each.path("apps").isArray() || !each.path("expires").isIntegralNumber()) {
                    throw new IOException(file + " has an entry that is no token: " + name
                            + "; remove that entry, or make the file anew with ./sim token add");
                }
                if (!names.add(name)) {
                    throw new IOException(file + " has two entries with the name " + name
                            + ": nobody knows which is meant; remove one of them");
                }
                tokens.add(new Token(name, role, apps, hash, each.path("created").asLong(),
                        each.path("expires").asLong()));
            }
            return tokens;
        } catch (JacksonException broken) {
            throw new IOException(file + " is no list of tokens (" + broken.getOriginalMessage()
                    + "); restore it, or remove it and make the tokens anew with ./sim token add");
        }
    }

    private byte[] content() throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(MOST_BYTES + 1);
            if (content.length <= MOST_BYTES) {
                return content;
            }
        } catch (IOException unreadable) {
            throw new IOException(file + " cannot be read (" + unreadable
                    + "); it must belong to the account that runs the server: make tokens as that account", unreadable);
        }
        throw new IOException(file + " is larger than " + MOST_BYTES
                + " bytes, so it is no list of tokens; restore it, or remove it and make the tokens anew with ./sim token add");
    }

    /**
     * Makes a token; returns its text, which is kept nowhere.
     *
     * @param lasts null for a token that does not expire
     */
    public String add(String name, Role role, List<String> apps, Duration lasts) throws IOException {
        if (!Token.NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("the name " + name
                    + " is not usable: a token's name has 1 to 64 letters, digits, '-' and '_'");
        }
        String text = Token.newText(name);
        long now = System.currentTimeMillis();
        change(tokens -> {
            if (tokens.stream().anyMatch(each -> each.name().equals(name))) {
                throw new IllegalArgumentException("there is a token " + name
                        + " already; choose another name, or end that one with ./sim token revoke " + name);
            }
            tokens.add(new Token(name, role, apps, Token.hash(text), now, lasts == null ? 0 : now + lasts.toMillis()));
        });
        return text;
    }

    /** Ends a token; false if there is none of that name. */
    public boolean revoke(String name) throws IOException {
        if (!exists()) {
            return false; // a mistaken name must not begin to ask for tokens
        }
        boolean[] was = new boolean[1];
        change(tokens -> was[0] = tokens.removeIf(each -> each.name().equals(name)));
        return was[0];
    }

    private void change(Change change) throws IOException {
        try {
            changeHere(change);
        } catch (FileSystemException failure) {
            if (!String.valueOf(failure.getReason()).contains("Read-only file system")) {
                throw failure;
            }
            throw new IOException(failure.getFile() + " cannot be written (" + failure.getReason()
                    + "), so no token was changed: its disk is mounted read-only; mount it read-write, and try again",
                    failure);
        }
    }

    private void changeHere(Change change) throws IOException {
        OwnFile.directory(directory);
        boolean isFirst = !exists() && !Files.exists(lock);
        try {
            makeChange(change);
        } catch (IOException | RuntimeException failure) {
            if (isFirst && !exists()) {
                Files.deleteIfExists(lock); // no token was made here, so nobody is to be locked out
            }
            throw failure;
        }
    }

    private void makeChange(Change change) throws IOException {
        try (FileChannel channel = OwnFile.open(lock,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE)); FileLock held = channel.lock()) {
            List<Token> tokens = new ArrayList<>(read());
            change.make(tokens);
            ArrayNode all = JSON.createArrayNode();
            for (Token token : tokens) {
                ObjectNode one = all.addObject().put("name", token.name()).put("role", token.role().label())
                        .put("hash", token.hash()).put("created", token.created()).put("expires", token.expires());
                ArrayNode apps = one.putArray("apps");
                token.apps().forEach(apps::add);
            }
            OwnFile.replace(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(all));
        }
    }

    private interface Change {
        void make(List<Token> tokens);
    }
}
