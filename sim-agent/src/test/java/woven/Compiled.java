package woven;

import java.lang.reflect.Field;

/** Runs another program and says how many calls its classes make directly: by the probes the agent gave them. */
public class Compiled {
    public static void main(String[] args) throws Exception {
        for (int i = 1; i < args.length; i++) {
            int sites = 0;
            int parts = 0;
            for (Field field : Class.forName(args[i]).getDeclaredFields()) {
                sites += field.getName().startsWith("sim$site_") ? 1 : 0;
                parts += field.getName().startsWith("ajc$tjp_") ? 1 : 0;
            }
            System.out.println("direct " + args[i] + " " + sites + " of " + parts);
        }
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
}
