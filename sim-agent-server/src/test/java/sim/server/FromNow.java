package sim.server;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Lets the batches of each class of tests be of now, in whichever JVM it runs. JUnit finds it by its list of services. */
public final class FromNow implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        if (context.getRequiredTestClass().getEnclosingClass() == null) {
            Batches.begin();
        }
    }
}
