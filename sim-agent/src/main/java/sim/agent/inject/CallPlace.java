package sim.agent.inject;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Where in the application's code a call of the JDK stands. Where the stack is full the end of such a call may find no room, and nothing is
 * left that would say so: then a look at the stack shows whether a call that stands there goes on. Looking takes microseconds.
 */
final class CallPlace {
    private static final StackWalker WALKER = StackWalker.getInstance();
    /** Between a call and what begins it here; no method of theirs is ever meant. */
    private static final String OWN = "sim.agent.inject.";
    private static final String HANDLES = "java.lang.invoke.";

    private final String type;
    private final String method;
    /** Of the instruction that calls: another call of the same method is another place. */
    private final int index;

    private CallPlace(StackFrame frame) {
        this.type = frame.getClassName();
        this.method = frame.getMethodName();
        this.index = frame.getByteCodeIndex();
    }

    /** Where a class calls that is at the innermost place of its on the stack; null where it is not seen there. */
    static CallPlace of(Class<?> caller) {
        StackFrame found = WALKER.walk(new Search(caller.getName(), null));
        return found == null ? null : new CallPlace(found);
    }

    /** Whether a call that stands here goes on. The one that begins now is none, wherever it stands. */
    boolean isOnStack() {
        return WALKER.walk(new Search(type, this)) != null;
    }

    private boolean isAt(StackFrame frame) {
        return frame.getByteCodeIndex() == index && frame.getMethodName().equals(method);
    }

    /** Finds the innermost frame of a class, or of a call at a place; no lambda, for the stack may be full where one would be linked. */
    private static final class Search implements Function<Stream<StackFrame>, StackFrame> {
        private final String type;
        /** Null for any. */
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
