package sim.metrics.interceptor;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** A firing in a flight recording: its start and duration, its name, and the delta of each meter. */
@Name(FiringEvent.NAME)
@Label("Firing")
@Description("A metered call or a probe begun by hand")
@Category("SIM")
@StackTrace(false)
final class FiringEvent extends Event {
    static final String NAME = "sim.Firing";
    /** What Flight Recorder shows as not available. */
    private static final long ABSENT = Long.MIN_VALUE;

    @Label("Name")
    String name;
    @Label("Wall Time")
    @Timespan
    long wall = ABSENT;
    @Label("CPU Time")
    @Timespan
    long threadCpu = ABSENT;
    @Label("User CPU Time")
    @Timespan
    long threadCpuUser = ABSENT;
    @Label("System CPU Time")
    @Timespan
    long threadCpuSystem = ABSENT;
    @Label("CPU Time of the Process")
    @Timespan
    long processCpu = ABSENT;
    @Label("Threads Started")
    long threadsStarted = ABSENT;
    @Label("Blocked")
    long blockingCount = ABSENT;
    @Label("Blocking Time")
    @Timespan
    long blockingTime = ABSENT;
    @Label("Waited")
    long waitingCount = ABSENT;
    @Label("Waiting Time")
    @Timespan
    long waitingTime = ABSENT;
    @Label("Collections")
    long gcCount = ABSENT;
    @Label("Collection Time")
    @Timespan
    long gcTime = ABSENT;
    @Label("Allocated")
    @DataAmount
    long allocBytes = ABSENT;
    @Label("Further Meters")
    @Description("Measures and counters of the configuration, as meter=delta")
    String further;

    /** @param position the meter's ordinal */
    void set(int position, long delta) {
        switch (position) {
            case 0 -> wall = delta;
            case 1 -> threadCpu = delta;
            case 2 -> threadCpuUser = delta;
            case 3 -> threadCpuSystem = delta;
            case 4 -> processCpu = delta;
            case 5 -> threadsStarted = delta;
            case 6 -> blockingCount = delta;
            case 7 -> blockingTime = delta;
            case 8 -> waitingCount = delta;
            case 9 -> waitingTime = delta;
            case 10 -> gcCount = delta;
            case 11 -> gcTime = delta;
            case 12 -> allocBytes = delta;
            default -> throw new IllegalArgumentException("no meter stands at " + position);
        }
    }
}
