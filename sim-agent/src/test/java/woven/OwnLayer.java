package woven;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Set;

/** Runs a module that is in a layer of the program's own: the folder of its classes, and whether each module has a loader. */
public class OwnLayer {
    public static void main(String[] args) throws Exception {
        ModuleLayer boot = ModuleLayer.boot();
        Configuration found = boot.configuration().resolve(ModuleFinder.of(Path.of(args[0])), ModuleFinder.of(),
                Set.of("own"));
        ClassLoader above = OwnLayer.class.getClassLoader();
        ModuleLayer layer = args[1].equals("many")
                ? boot.defineModulesWithManyLoaders(found, above)
                : boot.defineModulesWithOneLoader(found, above);
        layer.findLoader("own").loadClass("own.Main").getMethod("run").invoke(null);
        Report.print();
    }
}
