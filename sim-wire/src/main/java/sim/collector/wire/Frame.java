package sim.collector.wire;

/** What collector and agent server say to each other: see WIRE.md. */
public sealed interface Frame permits Hello, Welcome, Refusal, Batch, Ack {}
