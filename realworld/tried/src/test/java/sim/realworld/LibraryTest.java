package sim.realworld;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibraryTest {
    @TempDir
    Path folder;

    @Test
    void aLibraryHasACoordinateAndWhatItsTestsNeed() throws Exception {
        assertThat(read("""
                # a comment

                one org.one:one:1.0
                two org.two:two:2.0:test
                  jvm -Da=b --add-opens java.base/java.lang=ALL-UNNAMED
                  add org.three:three:3.0
                  without .*SlowTest waits for an hour
                  explained DepthTest]/ counts the frames of a stack
                """)).containsExactly(
                new Library("one", "org.one", "one", "1.0", "tests", List.of(), List.of(), List.of(), Map.of()),
                new Library("two", "org.two", "two", "2.0", "test", List.of("org.three:three:3.0"),
                        List.of("-Da=b", "--add-opens", "java.base/java.lang=ALL-UNNAMED"), List.of(".*SlowTest"),
                        Map.of("DepthTest]/", "counts the frames of a stack")));
    }

    @Test
    void aLineThatMeansNothingIsRefused() {
        assertThatThrownBy(() -> read("one org.one:one\n")).hasMessageContaining("GROUP:ARTIFACT:VERSION");
        assertThatThrownBy(() -> read("one org.one:one:1.0\n  explain SomeTest why\n"))
                .hasMessageContaining("jvm, add, without or explained");
    }

    /** TestNG as failsafe's POM names it is too old for what runs its tests on JUnit's console. */
    @Test
    void whatIsAddedReplacesAnotherVersionOfIt() {
        assertThat(LibraryTests.withAdded(
                List.of("/m2/org/testng/testng/6.9.10/testng-6.9.10.jar", "/m2/org/testng/other/1/other-1.jar"),
                List.of("/m2/org/testng/testng/7.5.1/testng-7.5.1.jar", "/m2/more/more/2/more-2.jar")))
                .containsExactly("/m2/org/testng/other/1/other-1.jar",
                        "/m2/org/testng/testng/7.5.1/testng-7.5.1.jar", "/m2/more/more/2/more-2.jar");
    }

    /** What is listed for {@code ./sim realworld --tests} can be read. */
    @Test
    void theListIsUnderstood() throws Exception {
        List<Library> all = Library.all(Path.of("../tests.txt"));
        assertThat(all).isNotEmpty();
        assertThat(all.stream().map(Library::name)).doesNotHaveDuplicates();
    }

    private List<Library> read(String text) throws Exception {
        return Library.all(Files.writeString(folder.resolve("tests.txt"), text));
    }
}
