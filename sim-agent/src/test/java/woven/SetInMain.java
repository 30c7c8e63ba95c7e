package woven;

import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.security.Security;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;

/** Makes settings in {@code main} that the JDK asks for once, when they are first needed, and says which of them came in time. */
public class SetInMain {
    private static final Set<String> RESTING = Set.of("sim-collector", "sim-resolver", "sim-shipper");

    public static void main(String[] args) throws Exception {
        awaitRest();
        System.out.println("threads " + Thread.activeCount());
        System.setProperty("java.security.properties", args[0]);
        System.setProperty("java.locale.providers", "SPI");
        System.setProperty("java.net.preferIPv4Stack", "true");
        System.setProperty("java.net.useSystemProxies", "true");
        System.setProperty("java.util.concurrent.ForkJoinPool.common.parallelism", "7");
        System.setProperty("jdk.nio.maxCachedBufferSize", "1000");
        // last, for it reads a file, and the file library of JDK 25 asks for some of these
        Security.setProperty("networkaddress.cache.ttl", "5");
        System.out.println("security " + Security.getProperty("woven.own"));
        System.out.println("locales " + Class.forName("sun.util.locale.provider.LocaleProviderAdapter")
                .getMethod("getAdapterPreference").invoke(null));
        System.out.println("parallelism " + ForkJoinPool.getCommonPoolParallelism());
        System.out.println("ttl " + Class.forName("sun.net.InetAddressCachePolicy").getMethod("get").invoke(null));
        try (ServerSocketChannel server = ServerSocketChannel.open().bind(new InetSocketAddress(0))) {
            System.out.println("bound " + ((InetSocketAddress) server.getLocalAddress()).getAddress());
        }
        System.out.println("proxies " + field("sun.net.spi.DefaultProxySelector", "hasSystemProxies"));
        System.out.println("buffers " + field("sun.nio.ch.Util", "MAX_CACHED_BUFFER_SIZE"));
    }

    /** Until SIM has nothing to do on its threads. */
    private static void awaitRest() {
        boolean rests;
        do {
            Thread.yield();
            Collection<Thread> all = Thread.getAllStackTraces().keySet();
            rests = all.stream().filter(each -> RESTING.contains(each.getName()))
                    .filter(each -> each.getState() == Thread.State.WAITING
                            || each.getState() == Thread.State.TIMED_WAITING)
                    .count() == RESTING.size();
        } while (!rests);
    }

    private static Object field(String type, String name) throws ReflectiveOperationException {
        Field field = Class.forName(type).getDeclaredField(name);
        field.setAccessible(true);
        return field.get(null);
    }
}
