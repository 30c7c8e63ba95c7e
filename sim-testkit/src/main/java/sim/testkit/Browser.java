package sim.testkit;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A headless Chromium of the system, with a profile of its own; nothing is downloaded. */
public final class Browser implements AutoCloseable {
    private static final File BINARY = new File("/usr/bin/chromium");
    private static final File DRIVER = new File("/usr/bin/chromedriver");

    /** More than the page waits for a place at its server. */
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(15);

    /** In each page before its own scripts: how many requests are under way, from when they are sent until their answers are read. */
    private static final String COUNT_REQUESTS = """
            window.requestsUnderWay = 0;
            const counted = (call) => function (...all) {
              window.requestsUnderWay += 1;
              return call.apply(this, all).finally(() => { window.requestsUnderWay -= 1; });
            };
            window.fetch = counted(window.fetch);
            for (const read of ['text', 'json', 'blob', 'arrayBuffer']) Response.prototype[read] = counted(Response.prototype[read]);
            """;

    /**
     * The texts that a reader sees, as WebDriver says them: without spaces that are not drawn, with a space between two cells and a line for each
     * block. What has no size or is transparent is not seen.
     */
    private static final String SHOWN_TEXTS = """
            const drawn = (element) => element.closest('option, optgroup') ? element.closest('select') : element;
            const seen = (element) => drawn(element).checkVisibility({opacityProperty: true, visibilityProperty: true})
              && [drawn(element), ...element.querySelectorAll('*')].some((each) => {
                const box = each.getBoundingClientRect();
                return box.width > 0 && box.height > 0;
              });
            return [...document.querySelectorAll(arguments[0])].filter(seen).map((element) => (element.innerText ?? element.textContent)
              .split('\\n').map((line) => line.replace(/[ \\t\\r\\f]+/g, ' ').trim().replace(/\\u00a0/g, ' ')).filter((line) => line !== '').join('\\n'));
            """;

    /** What looks at a long page for faults takes seconds at rest. */
    private static final Duration LONGEST_SCRIPT = Duration.ofMinutes(3);

    private final Path profile;
    private ChromeDriver driver;

    public Browser() throws IOException {
        profile = Files.createTempDirectory("sim-page");
        driver = start(profile);
    }

    private static ChromeDriver start(Path profile) {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(BINARY);
        options.setCapability(ChromeOptions.LOGGING_PREFS, logs);
        options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--window-size=1280,800", "--user-data-dir=" + profile);
        ChromeDriver driver = new ChromeDriver(
                new ChromeDriverService.Builder().usingDriverExecutable(DRIVER).build(), options);
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", COUNT_REQUESTS));
        driver.manage().timeouts().scriptTimeout(LONGEST_SCRIPT);
        return driver;
    }

    /** Null when the browser is there, otherwise what is missing and the cure. */
    public static String missing() {
        if (BINARY.canExecute() && DRIVER.canExecute()) {
            return null;
        }
        return "The page is not tried: no " + (BINARY.canExecute() ? DRIVER : BINARY)
                + ". On Debian: apt-get install chromium chromium-driver";
    }

    /** From the next page on this script runs in each before its own ones. */
    public void inEachPage(String script) {
        driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", script));
    }

    public void open(String address) {
        leave();
        driver.get(address);
        rest();
    }

    /** Leaves the page, which would go on asking a server that has ended. A browser that is gone is started again: only the test before has failed. */
    public void leave() {
        try {
            driver.get("about:blank");
        } catch (WebDriverException gone) {
            try {
                driver.quit();
            } catch (WebDriverException expected) {
                // there is nothing to end
            }
            driver = start(profile.resolve("again" + System.nanoTime()));
            driver.get("about:blank");
        }
    }

    /** Ends the browser's process, as its crash does. */
    public void end() {
        try {
            driver.executeCdpCommand("Browser.close", Map.of());
        } catch (WebDriverException expected) {
            // it answers no more
        }
    }

    public void preferColours(String scheme) {
        driver.executeCdpCommand("Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    public void size(int width, int height) {
        driver.executeCdpCommand("Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** From the next page on this is the reader's time zone, such as {@code GMT+03:17}; an empty one is the system's. */
    public void zone(String id) {
        driver.executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", id));
    }

    /** Files that the page saves go there. */
    public void saveTo(Path folder) {
        driver.executeCdpCommand("Browser.setDownloadBehavior",
                Map.of("behavior", "allow", "downloadPath", folder.toString()));
    }

    public WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    public List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    /** The texts of what is on display and matches, top down: one question for all, because each costs milliseconds. */
    @SuppressWarnings("unchecked")
    public List<String> texts(String css) {
        return (List<String>) driver.executeScript(SHOWN_TEXTS, css);
    }

    /** Whether something that matches is on display. */
    public boolean shows(String css) {
        return !texts(css).isEmpty();
    }

    /** Presses in an element at one part of its width, in percent, moves to another, and lets go. */
    public void drag(WebElement element, int fromPercent, int toPercent) {
        int width = element.getRect().getWidth();
        new Actions(driver).moveToElement(element, width * fromPercent / 100 - width / 2, 0).clickAndHold()
                .moveByOffset(width * (toPercent - fromPercent) / 200, 0)
                .moveByOffset(width * (toPercent - fromPercent) / 200, 0).release().perform();
    }

    /** Moves the mouse there. */
    public void hover(WebElement element) {
        new Actions(driver).moveToElement(element).perform();
    }

    /** From the next page on fingers touch it, and no mouse is there; or the other way round. */
    public void touch(boolean touched) {
        driver.executeCdpCommand("Emulation.setTouchEmulationEnabled", Map.of("enabled", touched));
    }

    public Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** The value of an expression that sees what a module of the page exports as {@code module}. */
    public Object ofModule(String path, String expression) {
        return driver.executeAsyncScript("const done = arguments[1]; import(arguments[0]).then((module) => done("
                + expression + "), (failure) => done(String(failure)))", path);
    }

    /** The value that a promise of the page's is kept with, or what it failed with as text. */
    public Object promised(String expression, Object... arguments) {
        return driver.executeAsyncScript("const done = arguments[arguments.length - 1]; (" + expression
                + ").then(done, (failure) => done(String(failure)))", arguments);
    }

    public String title() {
        return driver.getTitle();
    }

    /**
     * Waits until the page says so, and then until it has all it has asked for: what a test looks at next may be of a later answer
     * of the same round. What is not drawn yet, or was drawn anew while it was looked at, is looked for again.
     */
    public void until(String what, BooleanSupplier condition) {
        Awaitility.await(what).atMost(Duration.ofSeconds(60)).pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(50))
                .ignoreExceptionsMatching(failure -> failure instanceof NoSuchElementException
                        || failure instanceof StaleElementReferenceException
                        || failure instanceof ElementNotInteractableException)
                .until(condition::getAsBoolean);
        rest();
    }

    /** Waits until no request of the page is under way: each answer is drawn by then. A page may have one that waits for long: then no longer. */
    private void rest() {
        long end = System.nanoTime() + REST_NANOS;
        while (System.nanoTime() < end && !Boolean.FALSE.equals(run("return window.requestsUnderWay > 0"))) {
            LockSupport.parkNanos(20_000_000);
        }
    }

    /** What the console was told since it was last asked. */
    public List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream().map(Object::toString).toList();
    }

    public void picture(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() throws IOException {
        driver.quit();
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }
}
