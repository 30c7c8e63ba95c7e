/** What is in the war of {@link tried.JakartaServer}. */
package tried.war;
