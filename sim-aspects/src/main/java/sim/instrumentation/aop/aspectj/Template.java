package sim.instrumentation.aop.aspectj;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.aspectj.lang.JoinPoint;
import sim.model.text.Text;

/**
 * A description with places for values: <code>order {0.id} of {this.shop}</code>. A place begins with {@code this}, {@code result},
 * {@code error}, {@code class}, {@code method}, or a parameter's name or number from 0. After it, separated by dots, follow names of
 * values to read: for {@code kind}, a method without parameters {@code kind}, {@code getKind} or {@code isKind}, or a field. Null is
 * written as {@code null}; two opening braces stand for one.
 */
final class Template {
    /** A description is cut at this many characters, which is more than SIM keeps. */
    private static final int LONGEST = 10_000;

    private final String written;
    private final List<String> texts = new ArrayList<>();
    private final List<Place> places = new ArrayList<>();

    /** @throws IllegalArgumentException that says what cannot be understood */
    Template(String template, List<String> parameters) {
        written = template;
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < template.length()) {
            char c = template.charAt(at);
            if (c != '{') {
                text.append(c);
                at++;
            } else if (template.startsWith("{{", at)) {
                text.append(c);
                at += 2;
            } else {
                int end = template.indexOf('}', at);
                if (end < 0) {
                    throw new IllegalArgumentException(
                            "'" + template + "' has a '{' without '}' at its character " + (at + 1));
                }
                texts.add(text.toString());
                text.setLength(0);
                places.add(new Place(template.substring(at + 1, end).strip(), parameters));
                at = end + 1;
            }
        }
        texts.add(text.toString());
    }

    /** @throws TemplateException if a value cannot be read, or the application's code that reads it throws */
    String describe(JoinPoint joinPoint, Object returned, Throwable error) {
        try {
            return fillIn(joinPoint, returned, error);
        } catch (InvocationTargetException thrown) {
            throw new TemplateException(joinPoint.getSignature(), written, thrown.getCause());
        } catch (ReflectiveOperationException | RuntimeException unreadable) {
            throw new TemplateException(joinPoint.getSignature(), written, unreadable);
        }
    }

    private String fillIn(JoinPoint joinPoint, Object returned, Throwable error) throws ReflectiveOperationException {
        StringBuilder description = new StringBuilder();
        for (int i = 0; i < places.size(); i++) {
            description.append(texts.get(i));
            String value = String.valueOf(places.get(i).of(joinPoint, returned, error));
            description.append(value.length() <= LONGEST ? value : Text.cut(value, LONGEST));
        }
        return description.append(texts.get(texts.size() - 1)).toString();
    }

    private static final class Place {
        private final String root;
        private final int parameter;
        private final String[] path;
        /** How each place was read the last time. Most places see objects of one class only. */
        private final Read[] last;

        Place(String expression, List<String> parameters) {
            String[] parts = expression.split("\\.", -1);
            root = parts[0];
            path = Arrays.copyOfRange(parts, 1, parts.length);
            last = new Read[path.length];
            int number = root.matches("\\d{1,3}") ? Integer.parseInt(root) : parameters.indexOf(root);
            parameter = number;
            boolean isKnown = number >= 0 && number < parameters.size()
                    || List.of("this", "result", "error", "class", "method").contains(root);
            if (!isKnown || Arrays.asList(path).contains("")) {
                throw new IllegalArgumentException(
                        "{" + expression + "} does not exist: write this, result, error,"
                                + " class, method, or a parameter of " + parameters + " by number or name");
            }
        }

        Object of(JoinPoint joinPoint, Object returned, Throwable error) throws ReflectiveOperationException {
            Object value = switch (root) {
                case "this" -> joinPoint.getThis();
                case "result" -> returned;
                case "error" -> error;
                case "class" -> joinPoint.getSignature().getDeclaringTypeName();
                case "method" -> joinPoint.getSignature().getName();
                default -> joinPoint.getArgs()[parameter];
            };
            for (int i = 0; i < path.length && value != null; i++) {
                Read read = last[i];
                if (read == null || read.of != value.getClass()) {
                    read = Read.find(value.getClass(), path[i]);
                    last[i] = read;
                }
                value = read.from(value);
            }
            return value;
        }
    }

    /** How a value is read from objects of a class. */
    private record Read(Class<?> of, Member member) {
        static Read find(Class<?> type, String name) throws NoSuchFieldException {
            String capital = Character.toUpperCase(name.charAt(0)) + name.substring(1);
            for (String each : new String[]{name, "get" + capital, "is" + capital}) {
                Member method = method(type, each);
                if (method != null) {
                    return new Read(type, method);
                }
            }
            for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                for (Field field : at.getDeclaredFields()) {
                    if (field.getName().equals(name) && isOpen(field)) {
                        return new Read(type, field);
                    }
                }
            }
            throw new NoSuchFieldException(type.getName() + " has neither a method " + name + "(), get" + capital
                    + "() or is" + capital + "() nor a field " + name + " that can be read");
        }

        private static Member method(Class<?> type, String name) {
            for (Class<?> at = type; at != null; at = at.getSuperclass()) {
                for (Method each : at.getDeclaredMethods()) {
                    if (each.getName().equals(name) && each.getParameterCount() == 0
                            && each.getReturnType() != void.class && isOpen(each)) {
                        return each;
                    }
                }
            }
            for (Method each : type.getMethods()) { // methods of interfaces too, because the class itself may be inaccessible
                if (each.getName().equals(name) && each.getParameterCount() == 0
                        && each.getReturnType() != void.class
                        && Modifier.isPublic(each.getDeclaringClass().getModifiers())
                        && isOpen(each)) {
                    return each;
                }
            }
            return null;
        }

        private static boolean isOpen(AccessibleObject member) {
            Member of = (Member) member;
            return Modifier.isPublic(of.getModifiers()) && Modifier.isPublic(of.getDeclaringClass().getModifiers())
                    && of.getDeclaringClass().getModule().isExported(of.getDeclaringClass().getPackageName())
                    || member.trySetAccessible();
        }

        Object from(Object value) throws ReflectiveOperationException {
            return member instanceof Method method ? method.invoke(value) : ((Field) member).get(value);
        }
    }
}
