package sim.jfr;

import jdk.jfr.Event;
import jdk.jfr.Name;

/** The number that the filter in force gives an event class, remembered with the class. Any thread. */
final class TypeNumber {
    private static final ClassValue<TypeNumber> OF = new ClassValue<>() {
        @Override
        protected TypeNumber computeValue(Class<?> eventClass) {
            Name name = eventClass.getAnnotation(Name.class);
            return new TypeNumber(name == null ? eventClass.getName() : name.value());
        }
    };

    private final String type;
    private volatile Known known;

    private TypeNumber(String type) {
        this.type = type;
    }

    static int of(Class<? extends Event> eventClass, RuleBook book) {
        TypeNumber number = OF.get(eventClass);
        Known last = number.known;
        if (last == null || last.book != book) {
            last = new Known(book, book.number(number.type));
            number.known = last;
        }
        return last.number;
    }

    private record Known(RuleBook book, int number) {}
}
