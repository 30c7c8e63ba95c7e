package sim.payload.library.kafka;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import sim.payload.runtime.JvmPayloads;
import sim.payload.runtime.LoosePayload;
import sim.payload.common.ContextPropagation;
import sim.payload.common.LibraryMethod;

/** Called by {@link KafkaAspect} for producers, on the application's threads. Never throws. */
public final class Producers {
    static final LibraryMethod TOPIC = new LibraryMethod("topic", 0);
    private static final LibraryMethod PARTITION = new LibraryMethod("partition", 0);
    private static final LibraryMethod TIMESTAMP = new LibraryMethod("timestamp", 0);
    private static final LibraryMethod KEY = new LibraryMethod("key", 0);
    private static final LibraryMethod VALUE = new LibraryMethod("value", 0);
    private static final LibraryMethod HEADERS = new LibraryMethod("headers", 0);
    private static final LibraryMethod LAST = new LibraryMethod("lastHeader", 1);
    private static final LibraryMethod ADD = new LibraryMethod("add", 2);
    private static final LibraryMethod MAGIC = new LibraryMethod("maxUsableProduceMagic", 0);
    /** The first version of the message format that has headers. */
    private static final byte WITH_HEADERS = 2;

    /** The constructor of a record with topic, partition, time, key, value and headers; null if there is none. */
    private static final ClassValue<MethodHandle> RECORD = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> type) {
            for (Constructor<?> each : type.getConstructors()) {
                if (each.getParameterCount() == 6 && each.getParameterTypes()[5] == Iterable.class) {
                    try {
                        return MethodHandles.publicLookup().unreflectConstructor(each)
                                .asType(MethodType.genericMethodType(6));
                    } catch (IllegalAccessException hidden) {
                        return null;
                    }
                }
            }
            return null;
        }
    };

    /** Reads what a producer knows about its brokers; null if that is not possible. */
    private static final ClassValue<MethodHandle> BROKERS = new ClassValue<>() {
        @Override
        protected MethodHandle computeValue(Class<?> type) {
            try {
                Field field = type.getDeclaredField("apiVersions");
                field.setAccessible(true);
                return MethodHandles.lookup().unreflectGetter(field).asType(MethodType.genericMethodType(1));
            } catch (ReflectiveOperationException | RuntimeException hidden) {
                return null;
            }
        }
    };

    private Producers() {}

    /** Begins the payload of a record that is sent; null if it is not recorded. */
    public static SentRecord begin(Class<?> type, Object message) {
        try {
            LoosePayload begun = KafkaProbe.VERSION.isKnown(type)
                    ? JvmPayloads.open().beginLoose(KafkaProbe.class)
                    : null;
            return begun == null ? null : new SentRecord(begun, "send " + TOPIC.of(message));
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    /**
     * Returns the record to send: the record itself, or a copy that names the current context. A copy, because the application may send
     * its own record again in another context.
     */
    public static Object outgoing(Class<?> type, Object producer, Object message) {
        try {
            if (!ContextPropagation.isCurrent() || !KafkaProbe.VERSION.isKnown(type) || !canHaveHeaders(type, producer)
                    || !message.getClass().getName().equals("org.apache.kafka.clients.producer.ProducerRecord")) {
                return message;
            }
            Object headers = HEADERS.of(message);
            Map<String, String> more = ContextPropagation.outgoing(name -> header(headers, name), null);
            MethodHandle newRecord = RECORD.get(message.getClass());
            if (more.isEmpty() || newRecord == null) {
                return message;
            }
            Object copy = (Object) newRecord.invokeExact(TOPIC.of(message), PARTITION.of(message),
                    TIMESTAMP.of(message), KEY.of(message), VALUE.of(message), headers);
            Object copied = HEADERS.of(copy);
            for (Map.Entry<String, String> each : more.entrySet()) {
                ADD.of(copied, each.getKey(), each.getValue().getBytes(StandardCharsets.UTF_8));
            }
            return copy;
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return message;
        }
    }

    /** Whether the brokers accept headers. Brokers before 0.11 do not. */
    private static boolean canHaveHeaders(Class<?> type, Object producer) throws Throwable {
        MethodHandle known = BROKERS.get(type);
        if (known == null) {
            return false;
        }
        Object brokers = (Object) known.invokeExact(producer);
        return !MAGIC.isOf(brokers) || (byte) MAGIC.of(brokers) >= WITH_HEADERS;
    }

    /** The last header of this name; null for none. */
    static String header(Object headers, String name) {
        try {
            Object found = LAST.of(headers, name);
            byte[] value = found == null ? null : (byte[]) VALUE.of(found);
            return value == null ? null : new String(value, StandardCharsets.UTF_8);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }
}
