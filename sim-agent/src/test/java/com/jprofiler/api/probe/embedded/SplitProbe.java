package com.jprofiler.api.probe.embedded;

/** Stands for the published type in tests: names and signatures alone. */
public abstract class SplitProbe {
    public abstract String getName();

    public String getDescription() {
        return "";
    }

    public boolean isPayloads() {
        return false;
    }

    public boolean isReentrant() {
        return false;
    }
}
