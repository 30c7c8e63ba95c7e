package sim.agent.inject;

/** Where a handler's argument comes from. */
record Source(Kind kind, int number) {
    enum Kind {
        PARAMETER,
        THIS,
        RETURNED,
        ERROR,
        CLASS_NAME,
        METHOD_NAME,
        CLASS,
        CONTEXT;

        /** The kind for an annotation of the API, by its simple name; null for any other annotation. */
        static Kind of(String annotation) {
            return switch (annotation) {
                case "Parameter" -> PARAMETER;
                case "ThisValue" -> THIS;
                case "ReturnValue" -> RETURNED;
                case "ExceptionValue" -> ERROR;
                case "ClassName" -> CLASS_NAME;
                case "MethodName" -> METHOD_NAME;
                case "DeclaringClass" -> CLASS;
                default -> null;
            };
        }
    }

    Object of(InterceptedCall call) {
        return switch (kind) {
            case PARAMETER -> number + 1 < call.values.length ? call.values[number + 1] : null;
            case THIS -> call.values[0];
            case RETURNED -> call.returned;
            case ERROR -> call.error;
            case CLASS_NAME -> call.site.owner.getName();
            case METHOD_NAME -> call.site.method;
            case CLASS -> call.site.owner;
            case CONTEXT -> call.placed.probe.context;
        };
    }
}
