package sim.agent.inject;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Where a call of a JDK method stands in the application's code. On a full stack the end of such a call may fail, and nothing reports that
 * it ended. A look at the stack then tells whether a call from this place is still in progress. That takes microseconds.
 */
final class CallPlace {
    private static final StackWalker WALKER = StackWalker.getInstance();
    /** The frames between a call and the code that begins it here. No probe means methods of this package. */
    private static final String OWN = "sim.agent.inject.";
    private static final String HANDLES = "java.lang.invoke.";

    private final String type;
    private final String method;
    /** The index of the calling instruction. It tells apart two calls in one method. */
    private final int index;

    private CallPlace(StackFrame frame) {
        this.type = frame.getClassName();
        this.method = frame.getMethodName();
        this.index = frame.getByteCodeIndex();
    }

    /** The place of the call in a class's innermost frame on the stack; null if the class has no frame there. */
    static CallPlace of(Class<?> caller) {
        StackFrame found = WALKER.walk(new Search(caller.getName(), null));
        return found == null ? null : new CallPlace(found);
    }

    /** Whether a call from this place is in progress. Does not count the call that is beginning now, even if it is from here. */
    boolean isOnStack() {
        return WALKER.walk(new Search(type, this)) != null;
    }

    private boolean isAt(StackFrame frame) {
        return frame.getByteCodeIndex() == index && frame.getMethodName().equals(method);
    }

    /**
     * Finds the innermost frame of a class, or of a place. Not a lambda: it may run on a full stack, where a lambda could not be linked.
     */
    private static final class Search implements Function<Stream<StackFrame>, StackFrame> {
        private final String type;
        /** Null for any frame of the class. */
        private final CallPlace place;

        Search(String type, CallPlace place) {
            this.type = type;
            this.place = place;
        }

        @Override
        public StackFrame apply(Stream<StackFrame> frames) {
            Iterator<StackFrame> each = frames.iterator();
            boolean callerSeen = place == null;
            while (each.hasNext()) {
                StackFrame frame = each.next();
                String name = frame.getClassName();
                if (callerSeen && name.equals(type) && (place == null || place.isAt(frame))) {
                    return frame;
                }
                callerSeen |= !name.startsWith(OWN) && !name.startsWith(HANDLES);
            }
            return null;
        }
    }
}
