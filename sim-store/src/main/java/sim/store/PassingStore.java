package sim.store;

import java.net.InetAddress;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import sim.wire.Batch;
import sim.wire.Hello;

/** A store that passes all calls on to another one, which is somebody else's to close. Who wants to hear of some overrides them. */
public abstract class PassingStore implements Store {
    private final Store store;

    protected PassingStore(Store store) {
        this.store = store;
    }

    @Override
    public Known open(Hello hello) {
        return store.open(hello);
    }

    @Override
    public final void heard(InetAddress host, long sentMicros) {
        store.heard(host, sentMicros);
    }

    @Override
    public Appended append(String instance, Batch batch) {
        return store.append(instance, batch);
    }

    @Override
    public final long bytes() {
        return store.bytes();
    }

    @Override
    public final OptionalLong freeBytes() {
        return store.freeBytes();
    }

    @Override
    public final StoreHealth health() {
        return store.health();
    }

    @Override
    public final long behindNanos() {
        return store.behindNanos();
    }

    @Override
    public final StoreFigures figures() {
        return store.figures();
    }

    @Override
    public final List<String> forgotten() {
        return store.forgotten();
    }

    @Override
    public final void goneBeside(Collection<String> applications) {
        store.goneBeside(applications);
    }

    @Override
    public final StoreProgress progress() {
        return store.progress();
    }

    @Override
    public final void keep(Keep policy, long maxBytes) {
        store.keep(policy, maxBytes);
    }

    @Override
    public final long upkeep() {
        return store.upkeep();
    }

    @Override
    public StoreProgress.Removal forget(String application) {
        return store.forget(application);
    }

    @Override
    public StoreProgress.Removal forget(String key, String value) {
        return store.forget(key, value);
    }

    @Override
    public final void close() {}
}
