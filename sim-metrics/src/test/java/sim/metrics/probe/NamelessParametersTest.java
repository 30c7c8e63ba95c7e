package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NamelessParametersTest {
    @Test
    void theLineFitsTheScreenAndNamesTheMethodsEnd() {
        assertThat("sim: " + NamelessParameters.line("com.company.shop.orders.impl.OrderServiceBean.login"))
                .hasSizeLessThan(161).contains("\u2026", "OrderServiceBean.login have no names", "-g",
                        "redact = \"arg0\"");
        assertThat(NamelessParameters.line("Nameless.login")).startsWith("the arguments of Nameless.login have");
    }
}
