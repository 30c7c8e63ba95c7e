package sim.payload.library.sockets;

import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import sim.payload.common.ByIdentity;
import sim.payload.injected.Payload;
import sim.payload.injected.ProbeContext;

/** Remembers the addresses of sockets and their streams for {@link SocketProbe}. Any thread. */
final class OpenSockets {
    /** By socket, channel or stream. A stream refers to its socket, so that the entry of a stream may hold the socket only weakly. */
    private static final ByIdentity<Known> OPEN = new ByIdentity<>(20_000);

    /** The descriptions of a socket's payloads, made once and not at each read. */
    private record Known(WeakReference<Object> socket, String reading, String writing) {
        static Known of(Object socket, String address) {
            return new Known(new WeakReference<>(socket), "read " + address, "write " + address);
        }
    }

    private OpenSockets() {}

    /** The address from the arguments of a socket's constructor; null if they are something else. */
    static InetSocketAddress address(Object host, Object port) {
        if (!(port instanceof Integer number)) {
            return null;
        }
        return host instanceof InetAddress address
                ? new InetSocketAddress(address, number)
                : host instanceof String name ? InetSocketAddress.createUnresolved(name, number) : null;
    }

    /** The address as text, without a name look-up. */
    private static String text(Object address) {
        return address instanceof InetSocketAddress internet
                ? internet.getHostString() + ":" + internet.getPort()
                : address == null ? null : address.getClass().getSimpleName();
    }

    static Payload connecting(ProbeContext context, Object socket, Object address) {
        String text = text(address);
        return text == null ? null : context.createPayload("connect " + text, socket, SocketProbe.Type.CONNECT);
    }

    static void connected(ProbeContext context, Object socket, Object address) {
        String text = text(address);
        if (text != null && socket != null) {
            opened(context, socket, text);
        }
    }

    /** Meets the socket that a server accepted. Returns null, because waiting for a client makes no payload. */
    static String accepted(ProbeContext context, Object server, Object socket) {
        int port = server instanceof ServerSocket old
                ? old.getLocalPort()
                : server instanceof ServerSocketChannel channel ? channel.socket().getLocalPort() : -1;
        if (socket != null) {
            opened(context, socket, "accepted at " + port);
        }
        return null;
    }

    private static void opened(ProbeContext context, Object socket, String text) {
        OPEN.put(socket, Known.of(socket, text));
        context.openControlObject(socket, text);
    }

    static String streamOf(Object socket, Object stream) {
        if (stream != null) {
            Known known = known(socket);
            if (known != null) {
                OPEN.put(stream, known);
            }
        }
        return null;
    }

    static Payload reading(ProbeContext context, Object of) {
        Known known = known(of);
        return known == null
                ? null
                : context.createPayload(known.reading, known.socket.get(), SocketProbe.Type.READ);
    }

    static Payload writing(ProbeContext context, Object of) {
        Known known = known(of);
        return known == null
                ? null
                : context.createPayload(known.writing, known.socket.get(), SocketProbe.Type.WRITE);
    }

    /** The descriptions for a socket or its stream; null for anything else. A socket that was connected before SIM came is met now. */
    private static Known known(Object of) {
        Known known = OPEN.get(of);
        if (known == null && (of instanceof Socket || of instanceof SocketChannel)) {
            Socket socket = of instanceof Socket plain ? plain : ((SocketChannel) of).socket();
            String text = text(socket.getRemoteSocketAddress());
            if (text != null) {
                known = Known.of(of, text);
                OPEN.put(of, known);
            }
        }
        return known;
    }

    static String closed(ProbeContext context, Object socket) {
        if (OPEN.remove(socket) != null) {
            context.closeControlObject(socket);
        }
        return null;
    }
}
