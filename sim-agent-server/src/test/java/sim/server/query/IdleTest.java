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
    private final PlaceSums.Figures[] figures = new PlaceSums.Figures[30];
    private final long[] lasted = new long[30];

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

    /** A call of 2 s, whose caller was off or the tree full. The method's calls elsewhere were inside requests. */
    @Test
    void aWaitUnderOtherIsWhatItIsElsewhere() {
        int other = place(-1, "", "[other]");
        int rewind = measured(place(other, "rewind"), 1, 2_000 * MILLI, 2_000 * MILLI, MILLI / 10);
        int take = measured(place(other, "take"), 10, 2_000 * MILLI, 2_000 * MILLI, MILLI / 10);
        int read = measured(place(other, "read"), 10, 2_000 * MILLI, 2_000 * MILLI, MILLI / 10);
        int run = place(-1, "Worker.run");
        int handle = measured(place(run, "handle"), 100, 25_000 * MILLI, 50 * MILLI, 49 * MILLI);
        measured(place(handle, "rewind"), 1, 2_000 * MILLI, 2_000 * MILLI, MILLI / 10);
        measured(place(handle, "read"), 1, 2_000 * MILLI, 2_000 * MILLI, MILLI / 10);
        measured(place(run, "take"), 100, 999 * MILLI, 999 * MILLI, MILLI);
        measured(place(run, "read"), 100, 999 * MILLI, 999 * MILLI, MILLI);
        find();
        assertThat(figures[rewind].idleSelf).isZero();
        assertThat(figures[take].idleSelf).isEqualTo(2_000 * MILLI - MILLI / 10);
        assertThat(figures[read].idleSelf).as("seen, if it is a request's anywhere").isZero();
    }

    @Test
    void aWaitUnderOtherOfAMethodThatIsNowhereElseIsARequests() {
        int other = place(-1, "", "[other]");
        figures[other] = new PlaceSums.Figures();
        int rewind = measured(place(other, "rewind"), 1, 2_000 * MILLI, 2_000 * MILLI, MILLI / 10);
        int rare = measured(place(other, "rare"), 1, 12_000 * MILLI, 12_000 * MILLI, MILLI / 10);
        int inContext = measured(place(other, "take"), 10, 2_000 * MILLI, 2_000 * MILLI, MILLI / 10);
        lasted[inContext] = 2_000 * MILLI;
        int run = place(-1, "Worker.run");
        measured(place(run, "take"), 100, 999 * MILLI, 999 * MILLI, MILLI);
        place(run, "rewind"); // it has no call in the range
        find();
        assertThat(figures[rewind].idleSelf).isZero();
        assertThat(figures[rare].idleSelf).isZero();
        assertThat(figures[inContext].idleSelf).isZero();
        assertThat(figures[other].idleTotal).isZero();
    }

    /** The figures of a minute: 8,140 jobs of 0.7 ms of CPU time, some of which only wait for work. Others sleep, or wait for another server. */
    @Test
    void whatJettysPoolWaitsForIsIdleAmongItsJobs() {
        String thread = "org.eclipse.jetty.util.thread.";
        int runner = place(-1, thread + "QueuedThreadPool$Runner", "run");
        int doRunJob = measured(place(runner, thread + "QueuedThreadPool$Runner", "doRunJob"), 8_140, 245_968 * MILLI,
                MILLI, MILLI);
        int runJob = measured(place(doRunJob, thread + "QueuedThreadPool", "runJob"), 8_136, 245_967 * MILLI,
                70 * MILLI, 69 * MILLI);
        int acceptor = place(runJob, "org.eclipse.jetty.server.AbstractConnector$Acceptor", "run");
        int accept = measured(place(acceptor, "org.eclipse.jetty.server.ServerConnector", "accept"), 3_256,
                43_253 * MILLI, 42_968 * MILLI, 287 * MILLI);
        int accepted = measured(place(accept, "org.eclipse.jetty.server.ServerConnector", "accepted"), 3_256,
                275 * MILLI, 275 * MILLI, 90 * MILLI);
        int poll = measured(place(place(runner, thread + "QueuedThreadPool$Runner", "idleJobPoll"),
                "org.eclipse.jetty.util.BlockingArrayQueue", "poll"), 5_032, 2_976_788 * MILLI, 2_976_788 * MILLI,
                471 * MILLI);
        // not read in each call, so that it is not known what of its own time is on a processor
        virtual(forest.caller(poll), 5_026, 2_977_583 * MILLI, 795 * MILLI);
        int reserved = measured(place(runJob, thread + "ReservedThreadExecutor$ReservedThread", "run"), 1_491,
                199_560 * MILLI, 66 * MILLI, 23 * MILLI);
        int reservedWait = measured(place(reserved, thread + "ReservedThreadExecutor$ReservedThread", "reservedWait"),
                4_922, 74_353 * MILLI, 74_345 * MILLI, 157 * MILLI);
        int produce = measured(place(reserved, thread + "strategy.AdaptiveExecutionStrategy", "tryProduce"), 4_926,
                125_130 * MILLI, 422 * MILLI, 154 * MILLI);
        int select = measured(place(produce, "org.eclipse.jetty.io.ManagedSelector", "nioSelect"), 11_678,
                37_359 * MILLI, 37_358 * MILLI, 305 * MILLI);
        int serve = measured(place(produce, "serve"), 4_000, 87_000 * MILLI, 5_000 * MILLI, 4_000 * MILLI);
        int slow = measured(place(serve, "slow"), 6, 12_000 * MILLI, 12_000 * MILLI, MILLI);
        int job = place(runJob, "Job.run"); // it does not end either
        int download = measured(place(job, "download"), 600, 60_000 * MILLI, 60_000 * MILLI, 12 * MILLI);
        int sleep = measured(place(runJob, "Job.sleep"), 3, 36_000 * MILLI, 36_000 * MILLI, MILLI);
        find();
        assertThat(figures[poll].idleSelf).isEqualTo(2_976_317 * MILLI);
        assertThat(figures[accept].idleSelf).isEqualTo(42_681 * MILLI);
        assertThat(figures[reservedWait].idleSelf).isEqualTo(74_188 * MILLI);
        assertThat(figures[select].idleSelf).isEqualTo(37_053 * MILLI);
        for (int place : new int[]{accepted, produce, serve, slow, download, sleep}) {
            assertThat(figures[place].idleSelf).as("place " + place).isZero();
        }
        assertThat(figures[runJob].idleTotal).isEqualTo((42_681 + 74_188 + 37_053) * MILLI);
    }

    /** Each inside a job that does something, so that its figures alone do not tell. */
    @Test
    void theServersOwnWaitsForWorkAreIdleByName() {
        int run = place(-1, "Worker.run");
        int job = measured(place(run, "job"), 100, 60_000 * MILLI, 50 * MILLI, 49 * MILLI);
        for (String[] known : new String[][]{
                {"org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread", "waitForTask"},
                {"org.apache.tomcat.util.threads.TaskQueue", "take"},
                {"org.apache.tomcat.util.threads.TaskQueue", "poll"},
                {"org.apache.tomcat.util.threads.ThreadPoolExecutor", "getTask"},
                {"org.apache.tomcat.util.net.NioEndpoint", "serverSocketAccept"},
                {"org.jboss.threads.EnhancedQueueExecutor$PoolThreadNode", "park"},
                {"io.netty.channel.epoll.EpollEventLoop", "epollWait"},
                {"io.netty.channel.epoll.EpollIoHandler", "epollWait"},
                {"io.netty.util.concurrent.SingleThreadEventExecutor", "takeTask"},
                {"io.netty.util.concurrent.GlobalEventExecutor", "takeTask"},
                {"io.netty.util.HashedWheelTimer$Worker", "waitForNextTick"}}) {
            int wait = measured(place(job, known[0], known[1]), 100, 1_000 * MILLI, 1_000 * MILLI, MILLI);
            int other = measured(place(job, known[0], "execute"), 100, 1_000 * MILLI, 1_000 * MILLI, MILLI);
            find();
            assertThat(figures[wait].idleSelf).as(known[0] + '.' + known[1]).isEqualTo(999 * MILLI);
            assertThat(figures[other].idleSelf).isZero();
        }
    }

    @Test
    void whatAnyServersJettyWaitsForIsIdleButNotInAContext() {
        int run = place(-1, "Worker.run");
        int handle = measured(place(run, "handle"), 100, 60_000 * MILLI, 50 * MILLI, 49 * MILLI);
        int shaded = virtual(place(handle, "shaded.org.eclipse.jetty.io.ManagedSelector", "nioSelect"), 8_000,
                10_000 * MILLI, 10_000 * MILLI);
        int own = virtual(place(handle, "shop.io.ManagedSelector", "nioSelect"), 100, 10_000 * MILLI, 10_000 * MILLI);
        int inContext = virtual(place(handle, "org.eclipse.jetty.io.ManagedSelector", "select"), 100, 10_000 * MILLI,
                10_000 * MILLI);
        lasted[inContext] = 40_000 * MILLI;
        find();
        assertThat(figures[shaded].idleSelf).isEqualTo(10_000 * MILLI);
        assertThat(figures[own].idleSelf).isZero();
        assertThat(figures[inContext].idleSelf).isZero();
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
