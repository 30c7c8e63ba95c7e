package sim.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives page tests one browser, started once for all of their classes: light, 1280 by 800 and with an empty console
 * before each test. Without a browser on the machine they are skipped, and told why.
 */
public final class InBrowser implements ExecutionCondition, ParameterResolver, BeforeEachCallback {
    private static final ExtensionContext.Namespace SPACE = ExtensionContext.Namespace.create(InBrowser.class);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String missing = Browser.missing();
        return missing == null
                ? ConditionEvaluationResult.enabled("there is a browser")
                : ConditionEvaluationResult.disabled(missing);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        Browser browser = of(context);
        browser.leave();
        browser.preferColours("light");
        browser.size(1280, 800);
        browser.console();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Browser.class;
    }

    @Override
    public Browser resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return of(context);
    }

    /** The store of the whole run closes what it holds when the last class is done. */
    private static Browser of(ExtensionContext context) {
        return context.getRoot().getStore(SPACE).computeIfAbsent(Browser.class, key -> {
            try {
                return new Browser();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }, Browser.class);
    }
}
