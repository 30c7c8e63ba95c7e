package sim.base.redact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Options;

/** What is not kept, and that the rest is kept as it is. */
class RedactionTest {
    private static final Redaction DEFAULT = of("");

    @ParameterizedTest
    @ValueSource(strings = {"password", "Password", "userPassword", "com.shop.Login.auth.params.password",
            "access_token",
            "token", "csrfToken", "Authorization", "X-Api-Key", "clientSecret", "set-cookie", "JSESSIONID", "cvv",
            "pwd", "userPwd", "jwt", "sig", "AccountKey", "awsAccessKey", "storage_account_key", "access-key",
            "shop.User.password.value", "shop.Vault.readToken.result"})
    void whatObviouslyIsASecretIsHiddenByItsKey(String key) {
        assertThat(DEFAULT.value(key, "hunter2", "hunter2")).isEqualTo("[redacted]");
        assertThat(DEFAULT.value(key, 4711L, 4711L)).isEqualTo("[redacted]");
        assertThat(DEFAULT.value(key, null, null)).isNull();
        assertThat(DEFAULT.value(key, true, true)).isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "tokens", "customer", "path", "sku", "discard", "pageNumber", "authority",
            "shop.Secretary.book.params.room", "shop.PasswordReset.mail", "shop.PasswordReset.mail.result", "value",
            "signature", "sign", "design", "accessKeyId", "accountKeys", "jwtIssuer",
            "shop.Secret.order.value"})
    void anyOtherValueIsTheSameObject(String key) {
        String value = new String("hunter2");
        assertThat(DEFAULT.value(key, value, value)).isSameAs(value);
        assertThat(DEFAULT.value(key, 1234567890123456L, 1234567890123456L)).isEqualTo(1234567890123456L);
    }

    @Test
    void numbersOfCardsAreKnownByTheirKeyAlone() {
        assertThat(DEFAULT.value("cardNumber", "4111111111111111", "4111111111111111")).isEqualTo("***1111");
        assertThat(DEFAULT.value("cardNumber", "4111", "4111")).isEqualTo("[redacted]");
        assertThat(DEFAULT.value("order", "4111111111111111", "4111111111111111")).isEqualTo("4111111111111111");
    }

    @Test
    void rulesAreByKeyByPatternAndByType() {
        Redaction rules = of(
                "redact=customer+*street*+iban:last4+type:java.lang.StringBuilder+type:java.util.Collection");
        assertThat(rules.value("a.b.customer", "Bob", "Bob")).isEqualTo("[redacted]");
        assertThat(rules.value("homeStreetName", "Elm", "Elm")).isEqualTo("[redacted]");
        assertThat(rules.value("iban", "DE02120300000000202051", "DE02120300000000202051")).isEqualTo("***2051");
        assertThat(rules.value("x", new StringBuilder("Bob"), "Bob")).isEqualTo("[redacted]");
        assertThat(rules.value("x", List.of("Bob"), "[Bob]")).as("List extends Collection").isEqualTo("[redacted]");
        assertThat(rules.value("password", "kept", "kept")).as("the default is replaced").isEqualTo("kept");
        assertThat(of("redact=default+customer").value("password", "x", "x")).isEqualTo("[redacted]");
        assertThat(of("redact=none").value("password", "x", "x")).isEqualTo("x");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "GET /a?token=abc&x=1 | GET /a?token=[redacted]&x=1",
            "https://h/a?access_token=abc#f | https://h/a?access_token=[redacted]#f",
            "Authorization: Bearer abc.def | Authorization: Bearer [redacted]",
            "Bearer eyJhbGciOiJIUzI1NiJ9.x.y | Bearer [redacted]",
            "sent Bearer eyJhbGciOiJIUzI1NiJ9.x.y today | sent Bearer [redacted] today",
            "she used BASIC dXNlcjpodW50ZXIy | she used BASIC [redacted]",
            "the picnic car or basic magic was better | the picnic car or basic magic was better",
            "jdbc:pg://u:s3cret@db/x | jdbc:pg://u:[redacted]@db/x",
            "jdbc:pg://db/x?user=u&password=s3cret | jdbc:pg://db/x?user=u&password=[redacted]",
            "{\"password\":\"s3cret\",\"a\":1} | {\"password\":\"[redacted]\",\"a\":1}",
            "{\"password\":\"two words, & more\",\"a\":1} | {\"password\":\"[redacted]\",\"a\":1}",
            "{\"password\" : \" a \\\" b\",\"a\":1} | {\"password\" : \" [redacted]\",\"a\":1}",
            "{\\\"password\\\":\\\"a b\\\"} | {\\\"password\\\":\\\"[redacted]",
            "password='it is long | password='[redacted]",
            "Authorization=Bearer abc x | Authorization=Bearer [redacted] x",
            "{\"authorization\":\"Bearer a.b\"} | {\"authorization\":\"[redacted]\"}",
            "Cookie: a=b; c=d | Cookie: [redacted]", "authorization: Digest user=x, b=c | authorization: [redacted]",
            "<u:password>a b</u:password><x>1</x> | <u:password>[redacted]</u:password><x>1</x>",
            "<password type='x'>a b</password> | <password type='x'>[redacted]</password>",
            "<password><![CDATA[a<b]]></password> | <password>[redacted]</password>",
            "<credential><u>a</u><p>b</p></credential>c | <credential>[redacted]</credential>c",
            "<password/>a <token x='y'/>b</password> | <password/>a <token x='y'/>b</password>",
            "{\"password\":[\"a b\",\"c\"],\"x\":1} | {\"password\":[[redacted]],\"x\":1}",
            "{\"credentials\":{\"u\":\"a}\",\"p\":{\"v\":1}},\"x\":1} | {\"credentials\":{[redacted]},\"x\":1}",
            "Key (password)=(a b) already exists | Key (password)=([redacted]) already exists",
            "https://u:p@ss@h/x | https://u:[redacted]@h/x", ":password => \"a b\" | :password => \"[redacted]\"",
            "password=[redacted] a | password=[redacted] a", "bearer eyJhbGciOi.x | bearer [redacted]",
            "a > b, password > 5 | a > b, password > 5",
            "jdbc:pg://u:s3cret-that-was-c\u2026 | jdbc:pg://u:[redacted]", "http://h:a | http://h:a",
            "http://h:8080/cut\u2026 | http://h:8080/cut\u2026",
            "DefaultEndpoints=https;AccountName=x;AccountKey=a+b==;x=1 | DefaultEndpoints=https;AccountName=x;AccountKey=[redacted];x=1",
            "https://x/c?sv=1&sig=abc%3D&se=2 | https://x/c?sv=1&sig=[redacted]&se=2",
            "password%3Ds3cret%26x%3D1 | password%3D[redacted]%26x%3D1",
            "GET /in?next=%2Fa%3Fx%3D1%26access_token%3Dabc%2Bd&y=2 | GET /in?next=%2Fa%3Fx%3D1%26access_token%3D[redacted]&y=2",
            "next=%252Fa%253Ftoken%253Dabc%2526x%253D1 | next=%252Fa%253Ftoken%253D[redacted]%2526x%253D1",
            "body=%7B%22password%22%3A%22a%2Cb%22%7D | body=%7B%22password%22%3A%22[redacted]%22%7D",
            "100%3D all, page%3D2 | 100%3D all, page%3D2", "50% token 100% | 50% token 100%",
            "mysql --password s3cret -u bob | mysql --password [redacted] -u bob",
            "run -token 'two words' x | run -token '[redacted]' x",
            "[cmd, --password, s3cret, -v] | [cmd, --password, [redacted], -v]",
            "run --password --user bob | run --password --user bob",
            "a forgotten password is - well - lost | a forgotten password is - well - lost",
            "pre-token counts | pre-token counts",
            "jdbc:oracle:thin:scott/tiger@//h:1521/x | jdbc:oracle:thin:scott/[redacted]@//h:1521/x",
            "to jdbc:oracle:oci8:scott/tiger@tns failed | to jdbc:oracle:oci8:scott/[redacted]@tns failed",
            "jdbc:oracle:thin:@//h:1521/x | jdbc:oracle:thin:@//h:1521/x", "docs/readme@v2 | docs/readme@v2",
            "GET /a?page=2 | GET /a?page=2", "bearer of news | bearer of news", "http://h:80/a@b | http://h:80/a@b"})
    void secretsInsideOfTextsAreReplaced(String text, String kept) {
        assertThat(DEFAULT.text(text)).isEqualTo(kept);
        assertThat(DEFAULT.text(text)).as("again").isEqualTo(kept);
        assertThat(DEFAULT.value("url", text, text)).isEqualTo(kept);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "select * from t where a = 'Bob' and b=42 | select * from t where a = ? and b=?",
            "SELECT 'it''s', x1, \"Name\" FROM t2 | SELECT ?, x1, \"Name\" FROM t2",
            "insert into t values (1.5e-3, 'a', -7, $1) | insert into t values (?, ?, -?, $1)",
            "update t set a=$$secret$$ where id in (1,2) | update t set a=? where id in (?)",
            "select 'cut in the mid | select ?",
            "select a from t where n = \"Bob\" | select a from t where n = ?",
            "select a from t where n = \"t\".\"b\" | select a from t where n = \"t\".\"b\"",
            "select 1 -- for Bob | select ?", "insert into u values ('Bob', 12) | insert into u values (?, ?)",
            "~-- for Bob\ninsert into u values ('x')~ | insert into u values (?)",
            "/* user 7 */ select x | select x", "selected 5 of 7 | selected 5 of 7", "update 5 of 7 | update 5 of 7",
            "select a from b where c = 'C:\\' and d = 'secret' | select a from b where c = ? ...",
            "select a from t where a = ? and b = :b2 | select a from t where a = ? and b = :b2",
            "order 42 of Bob 'x' | order 42 of Bob 'x'"})
    void literalsOfSqlAreQuestionMarks(String statement, String kept) {
        assertThat(DEFAULT.text(statement)).isEqualTo(kept);
        assertThat(DEFAULT.value("statement", statement, statement)).isEqualTo(kept);
        assertThat(of("payload.sql.literals=true").text(statement)).isEqualTo(statement);
    }

    @Test
    void aTextWithoutASecretIsTheSameObject() {
        String text = new String("select a from t where b = ?");
        assertThat(DEFAULT.text(text)).isSameAs(text);
    }

    private static Redaction of(String options) {
        return Redaction.of(Options.load(options, new Properties()));
    }
}
