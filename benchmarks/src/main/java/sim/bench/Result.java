package sim.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One line of results.json. What does not apply is left out.
 *
 * @param kase what was done, such as {@code empty}
 * @param system the subject's name
 * @param jdk the feature version
 * @param threads calling at once
 * @param nsPerCall what the system adds to a call: median less the bare run's, over the calls; bare's own time for bare
 * @param cpuNsPerCall the same in CPU time of the calling thread: what a busy machine leaves nearly alone, and what does
 * not see a thread that is made to wait
 * @param ratioToFloor to two nanoTime in the same case, JDK and threads
 * @param ratioToSim to SIM's wall aggregate, likewise
 * @param bytesPerCall allocated by the calling thread for a call, less bare's
 * @param processBytesPerCall the same of the whole process: collectors, exporters and writers included
 * @param low the 25th percentile of nsPerCall over the iterations, or of value where that was taken several times
 * @param high the 75th
 * @param value a figure that is not a cost per call
 * @param unit its unit
 * @param note what to know: why it could not be run, or the command that ran it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Result(@JsonProperty("case") String kase, String system, int jdk, int threads, Double nsPerCall,
        Double cpuNsPerCall, Double ratioToFloor, Double ratioToSim, Double bytesPerCall,
        Double processBytesPerCall, Double low, Double high,
        Double value, String unit,
        String note) {

    static Result figure(String kase, String system, int jdk, double value, String unit) {
        return new Result(kase, system, jdk, 1, null, null, null, null, null, null, null, null, value, unit, null);
    }

    /** A figure that was taken several times: its median and quartiles, and the bytes it allocated each time. */
    static Result spread(String kase, String system, int jdk, double value, double low, double high, String unit,
            double bytes) {
        return new Result(kase, system, jdk, 1, null, null, null, null, bytes, null, low, high, value, unit, null);
    }

    static Result absent(String kase, String system, int jdk, int threads, String why) {
        return new Result(kase, system, jdk, threads, null, null, null, null, null, null, null, null, null, null, why);
    }

    /** A text, such as the machine or a command. */
    static Result text(String kase, String system, String note) {
        return new Result(kase, system, 0, 0, null, null, null, null, null, null, null, null, null, null, note);
    }

    Result ratios(Double toFloor, Double toSim) {
        return new Result(kase, system, jdk, threads, nsPerCall, cpuNsPerCall, toFloor, toSim, bytesPerCall,
                processBytesPerCall, low, high,
                value, unit,
                note);
    }
}
