package sim.agent.configure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
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
                  <weaver><include within="shop..*"/></weaver></aspectj>
                """, List.of("shop..*", "db.*"));
        assertThat(Element.read(confined)).filteredOn(each -> each.name().equals("pointcut")).singleElement()
                .satisfies(each -> assertThat(each.attributes().get("expression"))
                        .isEqualTo("(execution(* *(..)) && !within(\"a\")) && (within(shop..*) || within(db.*))"));
    }

    @Test
    void aspectsInCodeHaveAScope() {
        String confined = GeneratedConfiguration.confined("""
                <?xml version="1.0" encoding="ISO-8859-1"?>
                <aspectj xmlns:xsi="x"><aspects>
                  <aspect name="my.Own"/><aspect scope='my..* &amp;&amp; !@(A)' name="my.Other" ></aspect>
                  <aspect name="sim.instrumentation.aop.aspectj.AnnotationContextCreator"/>
                </aspects></aspectj>
                """, List.of("shop..*", "db.*"));
        assertThat(Element.read(confined)).filteredOn(each -> each.name().equals("aspect") && !each.isEnd())
                .extracting(each -> each.attributes().get("scope"))
                .containsExactly("shop..* || db.*", "(my..* && !@(A)) && (shop..* || db.*)", null);
        assertThat(confined).as("it is written as UTF-8").doesNotContain("ISO-8859-1");
    }

    @Test
    void aConfigurationThatIncludesEverythingStaysAsItIs() {
        String all = "<aspectj><aspects><concrete-aspect name=\"a\" extends=\"b\"><pointcut name=\"c\" "
                + "expression=\"execution(* *(..))\"/></concrete-aspect></aspects></aspectj>";
        assertThat(GeneratedConfiguration.confined(all, List.of())).isSameAs(all);
    }

    @Test
    void textsAreReadInTheLettersTheyAreWrittenIn() {
        for (String letters : List.of("UTF-8", "ISO-8859-1", "UTF-16", "windows-1252")) {
            String text = "<?xml version=\"1.0\" encoding=\"" + letters + "\"?><aspectj><!-- f\u00fcr --></aspectj>";
            assertThat(ConfigurationText.of(text.getBytes(Charset.forName(letters)))).as(letters).isEqualTo(text);
        }
        assertThat(ConfigurationText.of("\uFEFF<a/>".getBytes(StandardCharsets.UTF_8))).isEqualTo("<a/>");
        assertThat(ConfigurationText.of("<?xml encoding='none-such'?>".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo("<?xml encoding='none-such'?>");
    }

    /** Whoever could write it would choose what is woven: it is the user's alone from its first moment on, whatever the umask says. */
    @Test
    @EnabledIf("hasPermissions")
    void itsFolderIsTheUsersAlone() throws IOException {
        Path file = GeneratedConfiguration.file("<aspectj/>");
        assertThat(file).hasContent("<aspectj/>");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        assertThat(file.getParent()).as("a folder of its own")
                .isNotEqualTo(Path.of(System.getProperty("java.io.tmpdir")));
    }

    static boolean hasPermissions() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }
}
