package program;

import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** What a bundle does when it is started and stopped. */
public class Hello implements BundleActivator {
    @Override
    public void start(BundleContext context) {
        System.out.println("hello from " + context.getBundle().getSymbolicName() + ", "
                + (Hello.class.getClassLoader() != ClassLoader.getSystemClassLoader()
                        ? "in a class loader of its own"
                        : "shared"));
    }

    @Override
    public void stop(BundleContext context) {
        System.out.println("goodbye from " + context.getBundle().getSymbolicName());
    }
}
