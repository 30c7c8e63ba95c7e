/** What writer and reader of contexts on flight recordings share: names, texts, rules. */
package sim.model.jfr;
