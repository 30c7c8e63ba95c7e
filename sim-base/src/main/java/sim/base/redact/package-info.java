/** What is not to be kept: secrets are replaced on the thread that meets them, before they can go anywhere. */
package sim.base.redact;
