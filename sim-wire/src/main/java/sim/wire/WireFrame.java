package sim.wire;

/** A message between collector and agent server: see WIRE.md. */
public sealed interface WireFrame permits Hello, Welcome, Refusal, Batch, Ack {}
