package sim.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Unread;

/** The rule that tells waiting for work from work, place by place. */
class IdleTest {
    private static final long MILLI = 1_000_000;

    private final QueryGate gate = new QueryGate(
            new QueryGate.Limits(1, 1, Duration.ofSeconds(1), Duration.ofMinutes(10), 256 << 20), () -> 0);
    private final Forest forest = new Forest(new Question(null, null, gate.turn(() -> {})), true);
    private final PlaceSums.Figures[] figures = new PlaceSums.Figures[20];
    private final long[] lasted = new long[20];

    @AfterEach
    void close() {
        gate.close();
    }

    @Test
    void aPoolsThreadThatWaitsForATaskIsIdle() {
        int run = place(-1, "Worker.run");
        int getTask = measured(place(run, "getTask"), 100, 1_000 * MILLI, MILLI / 10, MILLI / 10);
        int take = measured(place(getTask, "take"), 100, 999 * MILLI, 999 * MILLI, MILLI);
        find();
        assertThat(figures[take].idleSelf).isEqualTo(998 * MILLI);
        assertThat(figures[getTask].idleTotal).isEqualTo(998 * MILLI);
    }

    @Test
    void whatARequestWaitsForIsTheRequests() {
        int run = place(-1, "Worker.run");
        int handle = measured(place(run, "handle"), 100, 25_000 * MILLI, 50 * MILLI, 49 * MILLI);
        int call = measured(place(handle, "call"), 100, 24_950 * MILLI, 24_950 * MILLI, 2 * MILLI);
        find();
        assertThat(figures[call].idleSelf).isZero();
        assertThat(figures[handle].idleTotal).isZero();
    }

    @Test
    void aCallThatNothingMeteredMadeIsARequest() {
        int sleep = measured(place(-1, "Job.sleep"), 100, 5_000 * MILLI, 5_000 * MILLI, MILLI);
        find();
        assertThat(figures[sleep].idleSelf).isZero();
    }

    @Test
    void whatIsInAContextIsARequestHoweverLittleItDoes() {
        int run = place(-1, "Worker.run");
        int relay = measured(place(run, "relay"), 100, 5_000 * MILLI, 5_000 * MILLI, MILLI);
        lasted[relay] = 5_000 * MILLI;
        find();
        assertThat(figures[relay].idleSelf).isZero();
    }

    /** A connection lasts a second, and is read between its requests. */
    @Test
    void whatGoesAroundContextsIsNoRequest() {
        int connection = measured(place(-1, "Connection.run"), 10, 10_000 * MILLI, MILLI, MILLI);
        int read = measured(place(connection, "read"), 100, 9_000 * MILLI, 9_000 * MILLI, MILLI);
        int route = measured(place(connection, "route"), 100, 999 * MILLI, 999 * MILLI, 100 * MILLI);
        lasted[route] = 999 * MILLI;
        find();
        assertThat(figures[read].idleSelf).isEqualTo(8_999 * MILLI);
        assertThat(figures[route].idleSelf).isZero();
    }

    /** It began before the request did, and waits for its pool inside the request. */
    @Test
    void aHandlerInWhichARequestBeginsWaitsForTheRequest() {
        int run = place(-1, "Worker.run");
        int handle = measured(place(run, "handle"), 100, 20_000 * MILLI, 19_900 * MILLI, 9 * MILLI);
        int say = measured(place(handle, "say"), 100, 100 * MILLI, 100 * MILLI, 90 * MILLI);
        lasted[say] = 19_950 * MILLI;
        find();
        assertThat(figures[handle].idleSelf).isZero();
        assertThat(figures[handle].idleTotal).isZero();
    }

    @Test
    void whoIsBlockedAtAMonitorIsNotIdle() {
        int run = place(-1, "Worker.run");
        int lock = measured(place(run, "lock"), 100, 1_000 * MILLI, 1_000 * MILLI, MILLI);
        figures[lock].blockedSelf = 900 * MILLI;
        find();
        assertThat(figures[lock].idleSelf).isEqualTo(99 * MILLI);
    }

    /** A virtual thread has no CPU time: a long call that calls nothing waits. */
    @Test
    void withoutCpuTimeTheLengthOfACallTells() {
        int run = place(-1, "Connection.run");
        int read = measured(place(run, "read"), 100, 9_000 * MILLI, 9_000 * MILLI, 0);
        int parse = measured(place(run, "parse"), 100, 10 * MILLI, 10 * MILLI, 0);
        figures[read].present = figures[parse].present = Meter.WALL.bit();
        find();
        assertThat(figures[read].idleSelf).isEqualTo(9_000 * MILLI);
        assertThat(figures[parse].idleSelf).isZero();
    }

    /** One call in 16 was timed, and waited for 5 ms. */
    @Test
    void aSampledWaitWithoutCpuTimeIsAsLongAsTheCallsThatWereTimed() {
        int run = place(-1, "Connection.run");
        int read = measured(place(run, "read"), 1_600, 500 * MILLI, 500 * MILLI, 0);
        figures[read].present = Meter.WALL.bit();
        figures[read].unread = new Unread(1_500, 1_500, 1_500, 0);
        find();
        assertThat(figures[read].idleSelf).isEqualTo(500 * MILLI);
    }

    /** As Jetty's on virtual threads that are new: each turn takes 270 us beside the wait, and ends with a task that runs elsewhere. */
    @Test
    void anEventLoopsSelectorWaitsForRequestsWhateverItsTurnsDo() {
        int run = place(-1, "Strategy.tryProduce");
        int produceTask = virtual(place(run, "produceTask"), 42, 158_152 * MILLI, 2 * MILLI);
        int select = virtual(place(produceTask, "select"), 88, 157_588 * MILLI, 10 * MILLI);
        int nioSelect = virtual(place(select, "io.ManagedSelector", "nioSelect"), 87, 157_578 * MILLI,
                157_578 * MILLI);
        int processUpdates = virtual(place(produceTask, "processUpdates"), 88, 562 * MILLI, 562 * MILLI);
        find();
        assertThat(figures[nioSelect].idleSelf).isEqualTo(157_578 * MILLI);
        assertThat(figures[processUpdates].idleSelf).as("what a turn does is work, however long").isZero();
        assertThat(figures[produceTask].idleTotal).isEqualTo(157_578 * MILLI);
    }

    @Test
    void anEventLoopsSelectorIsIdleWithCpuTimeToo() {
        int run = place(-1, "Loop.run");
        int turn = measured(place(run, "turn"), 40, 40_000 * MILLI, 8 * MILLI, 8 * MILLI);
        int select = measured(place(turn, "io.NioEventLoop$Turn", "doSelect"), 40, 39_992 * MILLI, 39_992 * MILLI,
                2 * MILLI);
        find();
        assertThat(figures[select].idleSelf).isEqualTo(39_990 * MILLI);
        assertThat(figures[turn].idleSelf).isZero();
    }

    /** The same figures, but what waits is a client. */
    @Test
    void aRequestThatWaitsForSecondsIsNoEventLoopsTurn() {
        int run = place(-1, "Connection.run");
        int handle = virtual(place(run, "handle"), 42, 158_152 * MILLI, 12 * MILLI);
        int call = virtual(place(handle, "io.Client", "select"), 42, 158_140 * MILLI, 158_140 * MILLI);
        find();
        assertThat(figures[call].idleSelf).isZero();
    }

    @Test
    void aClientsSelectorInsideARequestIsTheRequests() {
        int run = place(-1, "Connection.run");
        int handle = virtual(place(run, "handle"), 100, 1_000 * MILLI, 20 * MILLI);
        int brief = virtual(place(handle, "client.Selector", "select"), 100, 980 * MILLI, 980 * MILLI);
        int busy = virtual(place(run, "busy"), 100, 5_000 * MILLI, 30 * MILLI);
        virtual(place(busy, "query"), 100, 970 * MILLI, 970 * MILLI);
        int inBusy = virtual(place(busy, "client.Selector", "select"), 100, 4_000 * MILLI, 4_000 * MILLI);
        int inContext = virtual(place(run, "route"), 100, 5_000 * MILLI, 20 * MILLI);
        lasted[inContext] = 5_000 * MILLI;
        int contexts = virtual(place(inContext, "client.Selector", "select"), 100, 4_980 * MILLI, 4_980 * MILLI);
        find();
        assertThat(figures[brief].idleSelf).as("shorter than a loop waits").isZero();
        assertThat(figures[inBusy].idleSelf).as("its request waits for other things too").isZero();
        assertThat(figures[contexts].idleSelf).isZero();
    }

    private int place(int caller, String name) {
        return place(caller, "a.A", name);
    }

    private int place(int caller, String owner, String name) {
        forest.add("i", forest.size() + 1, caller + 1, owner, name, false);
        return forest.size() - 1;
    }

    /** On virtual threads, which have no CPU time. */
    private int virtual(int place, long calls, long total, long self) {
        measured(place, calls, total, self, 0);
        figures[place].present = Meter.WALL.bit();
        return place;
    }

    private int measured(int place, long calls, long total, long self, long cpuSelf) {
        PlaceSums.Figures own = new PlaceSums.Figures();
        own.calls = calls;
        own.present = Meter.WALL.bit() | Meter.CPU.bit();
        own.total[Meter.WALL.ordinal()] = total;
        own.total[Meter.CPU.ordinal()] = cpuSelf;
        own.wallSelf = self;
        own.cpuSelf = cpuSelf;
        figures[place] = own;
        return place;
    }

    private void find() {
        Idle.find(forest, figures, lasted);
    }
}
