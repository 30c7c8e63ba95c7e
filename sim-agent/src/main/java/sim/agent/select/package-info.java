/** Which classes are left alone, and which methods the weaver's configuration selects, if their names alone decide that. */
package sim.agent.select;
