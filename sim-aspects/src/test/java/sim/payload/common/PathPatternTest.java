package sim.payload.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathPatternTest {
    @ParameterizedTest
    @CsvSource({"/orders/4711/items,/orders/{id}/items", "/,/", "'',/", "/v2/orders,/v2/orders",
            "/users/0b9f5f2e-5b7c-4b0e-9d5b-1f2e3d4c5b6a,/users/{id}", "/files/deadbeef01,/files/{id}",
            "/cafe/decade,/cafe/decade", "/a;jsessionid=1/b,/a", "/t/a1,/t/a1", "/t/12345a,/t/{id}",
            "/x/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,/x/{id}",
            "/1/2/3/4/5/6/7/8/9/10/11/12/13/14,/{id}/{id}/{id}/{id}/{id}/{id}/{id}/{id}/{id}/{id}/{id}/{id}/**"})
    void idsArePlaceholders(String path, String pattern) {
        assertThat(PathPattern.of(path)).isEqualTo(pattern);
    }
}
