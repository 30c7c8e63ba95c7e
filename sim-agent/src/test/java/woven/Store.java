package woven;

import java.io.IOException;

/** What a library may have that nobody prepared: an interface, classes of it, and methods of every shape. */
interface Store {
    String find(String key, int depth) throws IOException;

    /** A library's connection. */
    class Disk implements Store {
        final String name;

        Disk(String name) {
            this.name = name;
        }

        @Override
        public String find(String key, int depth) throws IOException {
            if (key.equals("bad")) {
                throw new IOException("no " + key);
            }
            return depth > 0 ? find(key, depth - 1) : key + "@" + name;
        }

        long save(int count, long bytes) {
            if (count < 0) {
                throw new IllegalArgumentException("count " + count);
            }
            return count > 1 ? count * bytes : bytes;
        }

        int scan(String from, String to) {
            return from.compareTo(to) + Integer.signum(to.length());
        }

        static double broken(double times) {
            return 2 * times;
        }

        void close() {}

        native void sync();
    }

    /** Calls its superclass's. */
    class Cached extends Disk {
        Cached(String name) {
            super(name);
        }

        @Override
        public String find(String key, int depth) throws IOException {
            return super.find(key, depth);
        }
    }
}
