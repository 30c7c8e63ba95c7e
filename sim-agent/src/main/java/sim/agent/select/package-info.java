/** Which methods the weaver's configuration selects, told by their names where names decide. */
package sim.agent.select;
