package sim.collector.wire;

/** What collector and agent server say to each other: see WIRE.md. */
public sealed interface WireFrame permits Hello, Welcome, Refusal, Batch, Ack {}
