package sim.server.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whose keys may be read by whom, and whose failures are one. */
class DoorFilesTest {
    @ParameterizedTest
    @CsvSource({"r--------, false, false", "rw-------, true, false", "r--r-----, true, false", "r--r-----, false, true",
            "rw-rw----, true, true", "r--r--r--, true, true", "rw----r--, true, true"})
    void aGroupMayReadAKeyOfRootsAlone(String permissions, boolean ofRoot, boolean read) {
        assertThat(OwnFile.isKeyReadByOthers(PosixFilePermissions.fromString(permissions), ofRoot)).isEqualTo(read);
    }

    @Test
    void aGroupThatIsGivenTwiceIsRefused() {
        assertThatThrownBy(() -> Proxy.of("127.0.0.1", "U", "G", List.of("team=look:shop", "team=look:bank")))
                .hasMessageContaining("the group team is given twice").hasMessageContaining("APP,APP");
    }

    @Test
    void whoHasAsManyAddressesAsTheyLikeIsOne() throws Exception {
        Failures failures = new Failures(() -> 0);
        List<Boolean> many = new ArrayList<>();
        for (int i = 1; i <= Failures.MOST + 1; i++) {
            many.add(failures.add(Failures.block(InetAddress.getByName("2001:db8:1:2::" + i))));
        }
        assertThat(many).endsWith(false, true);
        assertThat(failures.add(Failures.block(InetAddress.getByName("2001:db8:1:3::1")))).isFalse();
        assertThat(Failures.block(InetAddress.getByName("10.0.0.1")))
                .isNotEqualTo(Failures.block(InetAddress.getByName("10.0.0.2")));
    }
}
