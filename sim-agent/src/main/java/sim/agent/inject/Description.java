package sim.agent.inject;

import sim.payload.injected.Payload;

/** The description of a call, which handlers can change until the call ends. */
final class Description implements Payload {
    private String name;
    private Object controlObject;
    private Enum<?> type;

    Description(String name, Object controlObject, Enum<?> type) {
        this.name = name;
        this.controlObject = controlObject;
        this.type = type;
    }

    void set(String said, Object object, Enum<?> kind) {
        name = said;
        controlObject = object;
        type = kind;
    }

    void name(String said) {
        name = said;
    }

    /** Takes over what an inner description says. What that one leaves out stays. */
    void replaceBy(Description inner) {
        name = inner.name;
        controlObject = inner.controlObject == null ? controlObject : inner.controlObject;
        type = inner.type == null ? type : inner.type;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public Object getControlObject() {
        return controlObject;
    }

    @Override
    public Enum<?> getType() {
        return type;
    }
}
