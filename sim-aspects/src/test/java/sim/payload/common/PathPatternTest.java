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
            "/invite/kT3xQ9bWz0LmAe7RuVyC,/invite/{id}", "/reset/kT3xQ9bWz0LmAe7RuVyCAQ==,/reset/{id}",
            "/reset/kT3xQ9bWz0LmAe7RuVyCAQ%3D%3d,/reset/{id}", "/s/kT3xQ9.bWz0LmAe7~RuVyC,/s/{id}", "/=,/=",
            "/%3D,/%3D",
            "/soap/getOrderDetailsVersion2,/soap/getOrderDetailsVersion2",
            "/a/winter-sale-of-all-shoes,/a/winter-sale-of-all-shoes",
            "/1/2/3/4/5/6/7/8/9/10/11/12/13/14,/{id}/{id}/{id}/{id}/{id}/{id}/{id}/{id}/{id}/{id}/{id}/{id}/**"})
    void idsArePlaceholders(String path, String pattern) {
        assertThat(PathPattern.of(path)).isEqualTo(pattern);
    }

    /** A token is good for whoever reads it; by its number an order is found. */
    @ParameterizedTest
    @CsvSource({"/orders/4711/items,/orders/4711/items", "/password-reset/9f8c0e7d5a,/password-reset/{id}",
            "/users/0b9f5f2e-5b7c-4b0e-9d5b-1f2e3d4c5b6a/mail,/users/{id}/mail", "/days/2026-11-27,/days/2026-11-27",
            "/invite/kT3xQ9bWz0LmAe7RuVyC/yes,/invite/{id}/yes", "/a;jsessionid=1/b;c=2,/a/b", "/a;b=1/,/a/", "/,/",
            "'',''",
            "/n/123456789012345678901234567890123456789012,/n/{id}", "/t/9f8c0e7d5a;v=1/x,/t/{id}/x",
            "orders/7,orders/7"})
    void aPathIsKeptWithoutWhatMayBeAToken(String path, String kept) {
        assertThat(PathPattern.withoutTokens(path)).isEqualTo(kept);
    }
}
