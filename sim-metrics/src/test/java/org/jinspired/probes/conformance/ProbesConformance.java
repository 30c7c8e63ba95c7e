package org.jinspired.probes.conformance;

/** The whole contract of the Probes Open API, one behaviour a test. */
public interface ProbesConformance
        extends
            NameContract,
            ProbeContract,
            ViolationContract,
            ContextContract,
            EnvironmentContract,
            CounterContract,
            SavePointContract {}
