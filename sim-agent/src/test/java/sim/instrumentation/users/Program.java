package sim.instrumentation.users;

import sim.agent.users.Agent;
import sim.instrumentation.aop.users.Tests;
import sim.metrics.users.Metrics;
import woven.Report;

/** A program in packages that are named like SIM's. */
public final class Program {
    private Program() {}

    public static void main(String[] arguments) {
        work();
        work();
        for (int i = 0; i < 3; i++) {
            Agent.work();
        }
        Tests.work();
        Metrics.work();
        Report.print();
    }

    private static void work() {
        System.out.println("worked");
    }
}
