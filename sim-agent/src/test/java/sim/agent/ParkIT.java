package sim.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIM parks no thread of the program's. A thread that parks takes what another thread has given it by {@code unpark}: if SIM did so between the
 * program's look at a state and its own {@code park}, as while a class is loaded there, the thread would wait for ever. The JVM's flight recorder tells who parks.
 */
class ParkIT {
    @TempDir
    Path folder;

    /** Four threads that load classes at once, of which each needs the weaver, and coroutines that wait for one another. */
    @Test
    void noThreadOfTheProgramsParksInsideSim() throws IOException {
        Path settings = Files.writeString(folder.resolve("park.jfc"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <configuration version="2.0">
                  <event name="jdk.ThreadPark">
                    <setting name="enabled">true</setting>
                    <setting name="stackTrace">true</setting>
                    <setting name="threshold">0 ns</setting>
                  </event>
                </configuration>
                """);
        Path aop = Files.writeString(folder.resolve("all.xml"),
                """
                        <aspectj>
                          <aspects>
                            <concrete-aspect name="woven.Everything" extends="sim.instrumentation.aop.aspectj.AbstractMethodInterceptor">
                              <pointcut name="methodsToInstrument"
                                        expression="(execution(* *(..)) || execution(new(..))) &amp;&amp; !within(woven.Report)
                                            &amp;&amp; !cflowbelow(execution(* nothing..*(..)))"/>
                            </concrete-aspect>
                          </aspects>
                          <weaver><include within="*..*"/></weaver>
                        </aspectj>
                        """);
        Path recording = folder.resolve("parks.jfr");
        String path = Stream.of(ChildJvm.CLASSES, ChildJvm.library("kotlinx-coroutines-core-jvm"),
                ChildJvm.library("kotlin-stdlib")).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        ChildJvm.Result run = new ChildJvm().flag("-XX:FlightRecorderOptions:stackdepth=512")
                .flag("-XX:StartFlightRecording:settings=" + settings + ",filename=" + recording)
                .agent("interval=1h,aop=" + aop).in(folder).run(path, "woven.LoadedAtOnce");
        assertThat(run.out()).as(run.all()).contains("ended 100", "counter weaving.failed 0");
        List<RecordedEvent> parks = RecordingFile.readAllEvents(recording);
        assertThat(parks).as("of the program's own").isNotEmpty().allMatch(park -> park.getStackTrace() != null);
        assertThat(parks.stream().filter(ParkIT::isInSim)
                .map(park -> park.getThread().getJavaName() + "\n" + park.getStackTrace()).toList()).isEmpty();
    }

    /** Whether SIM is on the stack, of a thread that is not SIM's and not in front of main. */
    private static boolean isInSim(RecordedEvent park) {
        List<String> types = park.getStackTrace().getFrames().stream().map(RecordedFrame::getMethod)
                .map(method -> method.getType().getName()).toList();
        return !park.getThread().getJavaName().startsWith("sim-")
                && !types.get(types.size() - 1).startsWith("sun.instrument.")
                && types.stream().anyMatch(type -> type.startsWith("sim.") || type.startsWith("org.aspectj."));
    }
}
