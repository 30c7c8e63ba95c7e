package com.jprofiler.api.probe.embedded;

/** Stands for the published type in tests: names and signatures alone. */
public interface TypeCustomizer {
    int getColor();
}
