/** Who comes in and what they may do: tokens, roles, applications by permission, sessions of the page, the proxy that signs people in, the audit log. */
package sim.server.identity;
