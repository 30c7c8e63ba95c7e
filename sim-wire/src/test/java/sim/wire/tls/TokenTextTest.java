package sim.wire.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenTextTest {
    @TempDir
    Path folder;

    @Test
    void whatAnEditorPutsAroundItIsNoPartOfIt() throws Exception {
        assertThat(TokenText.read(file("\ufeffsim.a.b \r\nfurther"))).isEqualTo("sim.a.b");
    }

    @Test
    void whatCannotBeSentIsRefusedWithoutSayingIt() throws Exception {
        for (String wrong : new String[]{"sim.a.sec\u0001ret", "sim.a.s\u00e9cret", "sim.a secret"}) {
            assertThatThrownBy(() -> TokenText.read(file(wrong))).isInstanceOf(IOException.class)
                    .hasMessageContainingAll("token", "./sim token add").message().doesNotContain("ret");
        }
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("token"), text).toString();
    }
}
