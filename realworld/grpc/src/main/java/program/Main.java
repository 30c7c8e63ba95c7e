package program;

import com.google.protobuf.Int64Value;
import com.google.protobuf.StringValue;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** gRPC over Netty, server and client in one JVM: so many calls from eight threads, each tenth is refused, each hundredth is a stream. */
public final class Main {
    private static final MethodDescriptor<Int64Value, StringValue> PLACE = method("Place",
            MethodDescriptor.MethodType.UNARY);
    private static final MethodDescriptor<Int64Value, StringValue> LIST = method("List",
            MethodDescriptor.MethodType.SERVER_STREAMING);

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        int calls = Integer.parseInt(arguments[0]);
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(ServerServiceDefinition.builder("shop.Orders")
                        .addMethod(PLACE, ServerCalls.asyncUnaryCall(Main::place))
                        .addMethod(LIST, ServerCalls.asyncServerStreamingCall(Main::list)).build())
                .build().start();
        ManagedChannel channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
        LongAdder right = new LongAdder();
        LongAdder refused = new LongAdder();
        LongAdder streamed = new LongAdder();
        ExecutorService pool = Executors.newFixedThreadPool(8);
        for (int thread = 0; thread < 8; thread++) {
            int number = thread;
            pool.execute(() -> {
                for (int i = number; i < calls; i += 8) {
                    call(channel, i, right, refused, streamed);
                }
            });
        }
        pool.shutdown();
        pool.awaitTermination(10, TimeUnit.MINUTES);
        channel.shutdown().awaitTermination(1, TimeUnit.MINUTES);
        server.shutdown().awaitTermination(1, TimeUnit.MINUTES);
        System.out.println("right: " + right.sum() + ", refused: " + refused.sum() + ", streamed: " + streamed.sum());
    }

    private static void call(ManagedChannel channel, int number, LongAdder right, LongAdder refused,
            LongAdder streamed) {
        Int64Value asked = Int64Value.of(number);
        try {
            if (number % 100 == 0) {
                Iterator<StringValue> answers = ClientCalls.blockingServerStreamingCall(channel, LIST,
                        CallOptions.DEFAULT, asked);
                while (answers.hasNext()) {
                    answers.next();
                    streamed.increment();
                }
            } else if (ClientCalls.blockingUnaryCall(channel, PLACE, CallOptions.DEFAULT, asked).getValue()
                    .equals("order " + number)) {
                right.increment();
            }
        } catch (StatusRuntimeException failure) {
            if (failure.getStatus().getCode() == Status.Code.FAILED_PRECONDITION) {
                refused.increment();
            } else {
                System.out.println("failed: " + failure);
            }
        }
    }

    private static void place(Int64Value number, StreamObserver<StringValue> answer) {
        if (number.getValue() % 10 == 3) {
            answer.onError(Status.FAILED_PRECONDITION.withDescription("sold out").asRuntimeException());
        } else {
            answer.onNext(StringValue.of("order " + number.getValue()));
            answer.onCompleted();
        }
    }

    private static void list(Int64Value number, StreamObserver<StringValue> answer) {
        for (int i = 0; i < 5; i++) {
            answer.onNext(StringValue.of("order " + (number.getValue() + i)));
        }
        answer.onCompleted();
    }

    private static MethodDescriptor<Int64Value, StringValue> method(String name, MethodDescriptor.MethodType type) {
        return MethodDescriptor.<Int64Value, StringValue>newBuilder().setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName("shop.Orders", name))
                .setRequestMarshaller(ProtoUtils.marshaller(Int64Value.getDefaultInstance()))
                .setResponseMarshaller(ProtoUtils.marshaller(StringValue.getDefaultInstance())).build();
    }
}
