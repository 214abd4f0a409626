import Foundation
import SaybusTesting

/// A network of its own with Debian's avahi.
enum LocalNetwork {
    /// Whether avahi is installed, and may have a network of its own here.
    static let canRun =
        geteuid() == 0
        && [
            "/usr/sbin/avahi-daemon", "/usr/bin/avahi-browse", "/usr/bin/avahi-publish-service", "/usr/bin/dbus-daemon",
            "/usr/bin/ip", "/usr/bin/unshare",
        ]
        .allSatisfy { (path: String) in access(path, X_OK) == 0 }
        && Self.hasNamespaces

    private static let hasNamespaces = ProgramUnderTest.succeeds("/usr/bin/unshare", ["--net", "--mount", "true"])

    /// A network of its own, with two ends of one cable, a message bus and avahi, in which a program runs.
    private static let script = """
        set -eu
        ip link set lo up
        ip link add here type veth peer name there
        ip addr add 10.77.0.1/24 dev here
        ip link set here up multicast on
        ip link set there up multicast on
        mkdir -p /run/avahi-daemon
        mount -t tmpfs tmpfs /run/avahi-daemon
        export DBUS_SYSTEM_BUS_ADDRESS="unix:path=$FOLDER/bus"
        cat >"$FOLDER/bus.conf" <<END
        <busconfig><type>system</type><listen>$DBUS_SYSTEM_BUS_ADDRESS</listen><auth>EXTERNAL</auth>
        <policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
        </policy></busconfig>
        END
        mkfifo "$FOLDER/address"
        dbus-daemon --config-file="$FOLDER/bus.conf" --nofork --nopidfile --print-address=9 9>"$FOLDER/address" &
        read -r _ <"$FOLDER/address"
        printf '[server]\\nallow-interfaces=here\\nuse-ipv6=no\\n' >"$FOLDER/avahi.conf"
        directory() { avahi-daemon --file="$FOLDER/avahi.conf" --no-rlimits --no-chroot --no-drop-root; }
        directory &
        """

    /// Runs commands in the network.
    static func run(_ commands: String, in folder: TemporaryFolder) throws -> ProgramUnderTest {
        let path = "\(ProgramUnderTest.directory):\(ProcessInfo.processInfo.environment["PATH"] ?? ""):/usr/sbin:/sbin"
        return try ProgramUnderTest(
            "/usr/bin/unshare", ["--net", "--mount", "bash", "-c", script + "\n" + commands],
            environment: ["FOLDER": folder.path(""), "PATH": path])
    }
}
