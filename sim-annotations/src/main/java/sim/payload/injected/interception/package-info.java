/** Which methods a handler is called for, and when. */
package sim.payload.injected.interception;
