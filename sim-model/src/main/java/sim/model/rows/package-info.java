/** Sums of calls by place, packed: what contexts and kinds keep of them, and how they travel. */
package sim.model.rows;
