package sim.agent.identity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WeakIdentityMapTest {
    private static final class Equal {
        @Override
        public boolean equals(Object other) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int hashCode() {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void keysAreKnownByIdentity() {
        WeakIdentityMap<Object, String> map = new WeakIdentityMap<>();
        String one = new String("a");
        String other = new String("a");
        assertThat(map.put(one, "one")).isNull();
        assertThat(map.putIfAbsent(other, "other")).isNull();
        assertThat(map.putIfAbsent(other, "more")).isEqualTo("other");
        assertThat(map.get(one)).isEqualTo("one");
        assertThat(map.get("a" + "")).isNull();
        assertThat(map.computeIfAbsent(one, any -> "never")).isEqualTo("one");
        map.merge(one, "two", String::concat);
        assertThat(map.get(one)).isEqualTo("onetwo");
        map.remove(one);
        assertThat(map.get(one)).isNull();
        assertThat(map.size()).isEqualTo(1);
        map.clear();
        assertThat(map.get(other)).isNull();
    }

    @Test
    void theirOwnCodeIsNotCalled() {
        WeakIdentityMap<Object, String> map = new WeakIdentityMap<>();
        Equal one = new Equal();
        map.put(one, "one");
        assertThat(map.get(one)).isEqualTo("one");
        assertThat(map.get(new Equal())).isNull();
    }

    @Test
    void nullIsAKey() {
        WeakIdentityMap<Object, String> map = new WeakIdentityMap<>();
        map.put(null, "none");
        assertThat(map.put(null, "again")).isEqualTo("none");
        assertThat(map.size()).isEqualTo(1);
        assertThat(map.get(null)).isEqualTo("again");
        map.remove(null);
        assertThat(map.get(null)).isNull();
    }

    @Test
    void anEntryGoesWithItsKey() throws InterruptedException {
        WeakIdentityMap<Object, String> map = new WeakIdentityMap<>();
        map.put(new Object(), "gone");
        for (int i = 0; i < 100 && map.size() > 0; i++) {
            System.gc();
            Thread.sleep(10); // the JVM's own thread tells of it
        }
        assertThat(map.size()).isZero();
    }
}
