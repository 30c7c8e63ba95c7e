package sim.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** SIM's own classes, read once for all tests: that takes seconds. */
final class SimClasses {
    static final JavaClasses ALL = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("sim", "org.jinspired.probes");

    private SimClasses() {}
}
