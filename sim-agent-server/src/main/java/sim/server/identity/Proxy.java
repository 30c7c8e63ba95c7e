package sim.server.identity;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The proxy in front that signs people in and says in headers who they are. Only what comes from its address is believed. Immutable.
 */
public final class Proxy {
    /** Before a user's name, which could otherwise be a token's. */
    private static final String BY_PROXY = "proxy:";

    private record Grant(Role role, List<String> apps) {}

    private final InetAddress address;
    private final String userHeader;
    private final String groupsHeader;
    private final Map<String, Grant> grants;

    private Proxy(InetAddress address, String userHeader, String groupsHeader, Map<String, Grant> grants) {
        this.address = address;
        this.userHeader = userHeader;
        this.groupsHeader = groupsHeader;
        this.grants = grants;
    }

    /** @param groups {@code GROUP=ROLE}, or {@code GROUP=ROLE:APP,APP}; throws IllegalArgumentException with one line at a wrong one */
    public static Proxy of(String address, String userHeader, String groupsHeader, List<String> groups) {
        Map<String, Grant> grants = new LinkedHashMap<>();
        for (String group : groups) {
            int equals = group.lastIndexOf('=');
            String[] given = group.substring(equals + 1).split(":", 2);
            Role role = Role.labelled(given[0]);
            if (equals < 1 || role == null) {
                throw new IllegalArgumentException(
                        "--group " + group + ": write GROUP=ROLE or GROUP=ROLE:APP,APP; a role is one of "
                                + Role.labels());
            }
            List<String> apps = given.length == 1 ? List.of() : List.of(given[1].split(","));
            if (role == Role.ADMIN && !Applications.of(apps).isAll()) {
                throw new IllegalArgumentException("--group " + group
                        + ": an admin is one of all applications, because the audit log names them; write GROUP=admin, or GROUP=script:APP");
            }
            if (grants.put(group.substring(0, equals), new Grant(role, apps)) != null) {
                throw new IllegalArgumentException("--group " + group + ": the group " + group.substring(0, equals)
                        + " is given twice; write it once, with all its applications, as GROUP=ROLE:APP,APP");
            }
        }
        if (grants.isEmpty()) {
            throw new IllegalArgumentException(
                    "--trust-proxy needs --group GROUP=ROLE at least once; without it nobody may do anything");
        }
        try {
            return new Proxy(InetAddress.getByName(address), userHeader, groupsHeader, grants);
        } catch (UnknownHostException unknown) {
            throw new IllegalArgumentException(
                    "--trust-proxy " + address + " is no address; name the one the proxy connects from");
        }
    }

    public String userHeader() {
        return userHeader;
    }

    public String groupsHeader() {
        return groupsHeader;
    }

    public boolean isAt(InetAddress from) {
        return address.equals(from);
    }

    /** Who the proxy says it is. The highest role of the groups counts, for the applications of the groups that have it. */
    public Caller caller(String user, String groups) {
        Role role = null;
        List<String> apps = new ArrayList<>();
        for (String group : (groups == null ? "" : groups).split(",")) {
            Grant grant = grants.get(group.trim());
            if (grant == null || grant.role == Role.SHIP || role != null && role.ordinal() > grant.role.ordinal()) {
                continue;
            }
            if (grant.role != role) {
                role = grant.role;
                apps.clear();
            }
            apps.addAll(grant.apps.isEmpty() ? List.of("*") : grant.apps);
        }
        String name = BY_PROXY + user;
        return role == null
                ? new Caller(name, null, Caller.NOBODY.applications(), null)
                : new Caller(name, role, Applications.of(apps), null);
    }
}
