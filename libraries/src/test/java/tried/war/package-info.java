/** What is in the war of {@link tried.ServletServer}. */
package tried.war;
