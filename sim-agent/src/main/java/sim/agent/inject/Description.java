package sim.agent.inject;

import sim.payload.injected.Payload;

/** What a call is said to be, until it ends. */
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

    /** One inside it takes its place; what that one does not say stays. */
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
