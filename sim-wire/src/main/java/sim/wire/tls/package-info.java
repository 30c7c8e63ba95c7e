/** TLS by the JDK alone, for both sides of the wire: keys and certificates from PEM or PKCS#12 files, versions and ciphers. */
package sim.wire.tls;
