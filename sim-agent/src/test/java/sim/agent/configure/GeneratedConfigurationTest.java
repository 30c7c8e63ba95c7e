package sim.agent.configure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.agent.select.Element;
import sim.base.config.OptionException;

class GeneratedConfigurationTest {
    @Test
    void packagesAreAPointcutOfTheirOwn() {
        List<Element> read = Element.read(GeneratedConfiguration.ofPackages(List.of("shop", "com.acme.db"), true));
        assertThat(read).filteredOn(each -> each.name().equals("pointcut")).singleElement()
                .satisfies(each -> assertThat(each.attributes().get("expression"))
                        .isEqualTo(
                                "(execution(* *(..)) || execution(*.new(..))) && (within(shop..*) || within(com.acme.db..*))"));
        assertThat(read).filteredOn(each -> each.name().equals("include")).hasSize(2);
        assertThat(GeneratedConfiguration.ofPackages(List.of("shop"), false)).doesNotContain("include");
        assertThatThrownBy(() -> GeneratedConfiguration.ofPackages(List.of("shop..*"), false))
                .isInstanceOf(OptionException.class).hasMessageContaining("packages=shop..* is no package's name");
    }

    @Test
    void pointcutsStayInsideWhatTheirConfigurationIncludes() {
        String confined = GeneratedConfiguration.confined("""
                <aspectj><!-- <pointcut name="old" expression="x()"/> -->
                  <aspects><concrete-aspect name="my.M" extends="x">
                    <pointcut name="methodsToInstrument" expression='execution(* *(..)) &amp;&amp; !within("a")'/>
                  </concrete-aspect></aspects>
                  <weaver><include within="shop..*"/><include within="db.*"/></weaver></aspectj>
                """);
        assertThat(Element.read(confined)).filteredOn(each -> each.name().equals("pointcut")).singleElement()
                .satisfies(each -> assertThat(each.attributes().get("expression"))
                        .isEqualTo("(execution(* *(..)) && !within(\"a\")) && (within(shop..*) || within(db.*))"));
    }

    @Test
    void aConfigurationThatIncludesEverythingStaysAsItIs() {
        String all = "<aspectj><aspects><concrete-aspect name=\"a\" extends=\"b\"><pointcut name=\"c\" "
                + "expression=\"execution(* *(..))\"/></concrete-aspect></aspects></aspectj>";
        assertThat(GeneratedConfiguration.confined(all)).isSameAs(all);
    }

    @Test
    void aConfigurationInAnotherEncodingIsLeftToTheWeaver(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("aop.xml"), "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
                + "<aspectj><!-- f\u00fcr --><weaver><include within=\"shop..*\"/></weaver></aspectj>",
                StandardCharsets.ISO_8859_1);
        assertThat(GeneratedConfiguration.useConfined(file)).isFalse();
    }
}
