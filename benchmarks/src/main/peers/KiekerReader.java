import java.lang.reflect.Proxy;
import org.slf4j.LoggerFactory;
import kieker.common.record.IRecordReceivedListener;
import kieker.monitoring.core.controller.tcp.TcpRecordReader;

/** Kieker's own TCP reader: rebuilds every record and lets go of it. Run from its source, with Kieker's jar beside. */
class KiekerReader {
    public static void main(String[] port) {
        IRecordReceivedListener drop = (IRecordReceivedListener) Proxy.newProxyInstance(
                KiekerReader.class.getClassLoader(), new Class<?>[] {IRecordReceivedListener.class},
                (proxy, method, record) -> null);
        System.out.println("ready");
        new TcpRecordReader(Integer.parseInt(port[0]), 65_535, LoggerFactory.getLogger("reader"), true, drop).run();
    }
}
