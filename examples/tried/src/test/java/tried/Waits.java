package tried;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server whose threads wait for work in all usual ways, and whose requests wait for a lock, for time and for another server. */
public final class Waits {
    /** Three workers take 28 ms for a request at rest: beside much load they still have to wait for the next one. */
    private static final int BETWEEN_REQUESTS = 60;
    private static final Object LOCK = new Object();
    private static final BlockingQueue<Socket> QUEUE = new LinkedBlockingQueue<>();

    private Waits() {}

    /** Runs until the file is removed. */
    public static void main(String[] args) throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        ServerSocket front = new ServerSocket(0, 50, here);
        ServerSocket behind = new ServerSocket(0, 50, here);
        start(() -> new Acceptor().run(front));
        start(() -> new Events().run());
        start(() -> slowly(behind));
        for (int i = 0; i < 3; i++) {
            start(() -> new Worker().run(behind.getLocalPort()));
        }
        while (Files.exists(Path.of(args[0]))) {
            try (Socket request = new Socket(here, front.getLocalPort())) {
                Thread.sleep(BETWEEN_REQUESTS);
            }
        }
        System.exit(0);
    }

    private interface Task {
        void run() throws Exception;
    }

    private static void start(Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (Exception failed) {
                throw new IllegalStateException(failed);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    /** The other server, which is not metered: it answers after 20 ms. */
    private static void slowly(ServerSocket behind) throws Exception {
        while (true) {
            Socket caller = behind.accept();
            start(() -> {
                try (caller) {
                    Thread.sleep(20);
                    caller.getOutputStream().write(1);
                }
            });
        }
    }

    static final class Acceptor {
        void run(ServerSocket front) throws IOException {
            while (true) {
                QUEUE.add(accept(front));
            }
        }

        Socket accept(ServerSocket front) throws IOException {
            return front.accept();
        }
    }

    static final class Events {
        void run() throws IOException {
            try (Selector selector = Selector.open()) {
                while (true) {
                    select(selector);
                }
            }
        }

        int select(Selector selector) throws IOException {
            return selector.select(100);
        }
    }

    static final class Worker {
        void run(int behind) throws Exception {
            while (true) {
                try (Socket request = next()) {
                    handle(behind);
                }
            }
        }

        Socket next() throws InterruptedException {
            return take();
        }

        Socket take() throws InterruptedException {
            return QUEUE.take();
        }

        void handle(int behind) throws Exception {
            compute();
            contended();
            nap();
            downstream(behind);
        }

        void compute() {
            long until = System.nanoTime() + 500_000;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
        }

        void contended() throws InterruptedException {
            synchronized (LOCK) {
                Thread.sleep(4);
            }
        }

        void nap() throws InterruptedException {
            Thread.sleep(3);
        }

        void downstream(int behind) throws IOException {
            try (Socket other = new Socket(InetAddress.getLoopbackAddress(), behind)) {
                other.getInputStream().read();
            }
        }
    }
}
