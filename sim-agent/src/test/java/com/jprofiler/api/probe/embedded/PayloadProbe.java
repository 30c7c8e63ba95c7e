package com.jprofiler.api.probe.embedded;

/** Stands for the published type in tests: names and signatures alone. */
public abstract class PayloadProbe {
    public abstract String getName();

    public String getDescription() {
        return "";
    }

    public boolean isEvents() {
        return true;
    }

    public boolean isControlObjects() {
        return false;
    }

    @SuppressWarnings("rawtypes") // the published signature
    public Class<? extends Enum> getCustomTypes() {
        return null;
    }

    public String getControlObjectName(Object controlObject) {
        return null;
    }
}
