package sim.payload.library.kafka;

/**
 * Stands in Kafka's clients where a producer sends a record, where a consumer polls and where the application takes record after record
 * of what came. Written against names: the clients come with the application.
 */
public aspect KafkaAspect {
    pointcut sends(Object producer, Object message, Object callback):
        this(producer) && args(message, callback)
            && execution(* org.apache.kafka.clients.producer..KafkaProducer.doSend(*, *));

    pointcut polls(): execution(* org.apache.kafka.clients.consumer..KafkaConsumer.poll(*));

    Object around(Object producer, Object message, Object callback): sends(producer, message, callback) {
        Class<?> type = thisJoinPointStaticPart.getSignature().getDeclaringType();
        SentRecord begun = Producers.begin(type, message);
        boolean isTaken = false;
        try {
            Object future = proceed(producer, Producers.outgoing(type, producer, message),
                    begun == null ? callback : begun.callback(type, callback));
            isTaken = true;
            return future;
        } finally {
            if (begun != null && !isTaken) {
                begun.refused();
            }
        }
    }

    before(): polls() {
        Consumers.begin(thisJoinPointStaticPart.getSignature().getDeclaringType());
    }

    after() returning(Object records): polls() {
        Consumers.end(thisJoinPointStaticPart.getSignature().getDeclaringType(), records, null);
    }

    after() throwing(Throwable error): polls() {
        Consumers.end(thisJoinPointStaticPart.getSignature().getDeclaringType(), null, error);
    }

    before(): execution(void org.apache.kafka.clients.consumer..KafkaConsumer.close(..)) {
        Consumers.closes();
    }

    Object around(Object records): this(records)
            && execution(java.util.Iterator org.apache.kafka.clients.consumer..ConsumerRecords.iterator()) {
        return Consumers.iterator(records, proceed(records));
    }

    Object around(Object records): this(records)
            && execution(java.util.List org.apache.kafka.clients.consumer..ConsumerRecords.records(*)) {
        return Consumers.list(records, proceed(records));
    }

    Object around(Object records): this(records)
            && execution(Iterable org.apache.kafka.clients.consumer..ConsumerRecords.records(String)) {
        return Consumers.iterable(records, proceed(records));
    }
}
