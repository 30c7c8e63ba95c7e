/** The player of recordings: it meters the recorded firings again. Not in the agent's jar. */
package sim.recording.replay;
