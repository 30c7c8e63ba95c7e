package sim.server.export;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Type;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * Reads a pprof file with protobuf's own reader, by the published {@code profile.proto}: names and numbers of its fields stand
 * here as they stand there.
 */
public final class PprofFile {
    private static final Descriptor PROFILE = describe();

    private final DynamicMessage profile;
    private final List<String> strings = new ArrayList<>();

    public PprofFile(byte[] file) throws Exception {
        profile = DynamicMessage.parseFrom(PROFILE, new GZIPInputStream(new ByteArrayInputStream(file)));
        all(profile, "string_table").forEach(each -> strings.add((String) each));
    }

    private static Descriptor describe() {
        try {
            FileDescriptorProto file = FileDescriptorProto.newBuilder().setName("profile.proto")
                    .setPackage("perftools.profiles").setSyntax("proto3")
                    .addMessageType(message("Profile", "sample_type:1:*ValueType", "sample:2:*Sample",
                            "mapping:3:*Mapping", "location:4:*Location", "function:5:*Function",
                            "string_table:6:*string", "drop_frames:7:int64", "keep_frames:8:int64",
                            "time_nanos:9:int64", "duration_nanos:10:int64", "period_type:11:ValueType",
                            "period:12:int64", "comment:13:*int64", "default_sample_type:14:int64"))
                    .addMessageType(message("ValueType", "type:1:int64", "unit:2:int64"))
                    .addMessageType(message("Sample", "location_id:1:*uint64", "value:2:*int64", "label:3:*Label"))
                    .addMessageType(message("Label", "key:1:int64", "str:2:int64", "num:3:int64", "num_unit:4:int64"))
                    .addMessageType(message("Mapping", "id:1:uint64"))
                    .addMessageType(message("Location", "id:1:uint64", "mapping_id:2:uint64", "address:3:uint64",
                            "line:4:*Line", "is_folded:5:bool"))
                    .addMessageType(message("Line", "function_id:1:uint64", "line:2:int64"))
                    .addMessageType(message("Function", "id:1:uint64", "name:2:int64", "system_name:3:int64",
                            "filename:4:int64", "start_line:5:int64"))
                    .build();
            return FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName("Profile");
        } catch (Exception wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    private static DescriptorProto message(String name, String... fields) {
        DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
        for (String each : fields) {
            String[] parts = each.split(":");
            boolean several = parts[2].startsWith("*");
            String type = several ? parts[2].substring(1) : parts[2];
            var field = message.addFieldBuilder().setName(parts[0]).setNumber(Integer.parseInt(parts[1]))
                    .setLabel(several ? Label.LABEL_REPEATED : Label.LABEL_OPTIONAL);
            switch (type) {
                case "int64" -> field.setType(Type.TYPE_INT64);
                case "uint64" -> field.setType(Type.TYPE_UINT64);
                case "bool" -> field.setType(Type.TYPE_BOOL);
                case "string" -> field.setType(Type.TYPE_STRING);
                default -> field.setType(Type.TYPE_MESSAGE).setTypeName(".perftools.profiles." + type);
            }
        }
        return message.build();
    }

    /** By measure: its unit. */
    public Map<String, String> measures() {
        Map<String, String> measures = new java.util.LinkedHashMap<>();
        for (Object type : all(profile, "sample_type")) {
            measures.put(text(type, "type"), text(type, "unit"));
        }
        return measures;
    }

    public String defaultMeasure() {
        return text(profile, "default_sample_type");
    }

    public long durationNanos() {
        return (long) one(profile, "duration_nanos");
    }

    /** By stack, the outermost first and a semicolon between: the values of a measure that are not 0. */
    public Map<String, Long> stacks(String measure) {
        int at = List.copyOf(measures().keySet()).indexOf(measure);
        Map<Long, String> functions = new HashMap<>();
        all(profile, "function").forEach(each -> functions.put((Long) one(each, "id"), text(each, "name")));
        Map<Long, String> locations = new HashMap<>();
        all(profile, "location").forEach(each -> locations.put((Long) one(each, "id"),
                functions.get((Long) one(all(each, "line").get(0), "function_id"))));
        Map<String, Long> stacks = new HashMap<>();
        for (Object sample : all(profile, "sample")) {
            List<String> stack = new ArrayList<>();
            all(sample, "location_id").forEach(location -> stack.add(0, locations.get((Long) location)));
            long value = (Long) all(sample, "value").get(at);
            if (value != 0) {
                stacks.merge(String.join(";", stack), value, Long::sum);
            }
        }
        return stacks;
    }

    private String text(Object message, String field) {
        return strings.get(Math.toIntExact((long) one(message, field)));
    }

    private static Object one(Object message, String field) {
        DynamicMessage of = (DynamicMessage) message;
        return of.getField(of.getDescriptorForType().findFieldByName(field));
    }

    private static List<?> all(Object message, String field) {
        return (List<?>) one(message, field);
    }
}
