package sim.payload.library.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcAddressTest {
    @ParameterizedTest
    @CsvSource({"jdbc:h2:mem:shop;PASSWORD=secret,jdbc:h2:mem:shop",
            "jdbc:postgresql://db:5432/shop?user=a&password=b,jdbc:postgresql://db:5432/shop",
            "jdbc:mysql://root:secret@db/shop,jdbc:mysql", "jdbc:mysql://root:se?cret@db/shop,jdbc:mysql",
            "jdbc:oracle:thin:scott/tiger@h:1521:X,jdbc:oracle", "jdbc:oracle:thin:scott/tiger@//h/svc,jdbc:oracle",
            "jdbc:db2://h/db:password=x;,jdbc:db2", "'jdbc:mysql://(host=h,user=u,password=p)/db',jdbc:mysql"})
    void anAddressLosesWhatMayBeSecret(String url, String address) {
        assertThat(JdbcProbe.address(url)).isEqualTo(address);
    }
}
