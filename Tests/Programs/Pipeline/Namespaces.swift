import Foundation
import SaybusTesting

/// Two network namespaces connected by a virtual cable, which act as two machines. They are deleted with this
/// object.
final class Namespaces: Sendable {
    /// The path of the ip(8) program.
    static let tool =
        ["/usr/sbin/ip", "/sbin/ip", "/usr/bin/ip"].first { FileManager.default.isExecutableFile(atPath: $0) }
        ?? "/usr/sbin/ip"
    /// Whether this process can create network namespaces, which needs root and is not possible in every
    /// container.
    static let arePossible: Bool = {
        guard geteuid() == 0, FileManager.default.isExecutableFile(atPath: tool) else { return false }
        let name = "saybus-\(getpid())-try"
        defer { _ = run("netns", "del", name) }
        guard run("netns", "add", name) else { return false }
        defer { _ = run("link", "del", "saybus-try") }
        return run("link", "add", "saybus-try", "type", "veth", "peer", "name", "saybus-try2")
            && run("netns", "exec", name, "true")
    }()

    let hall: String
    let satellite: String
    /// The broker's address, in the hall's namespace.
    let bus = "tcp://10.77.0.1:7700"

    init() throws {
        (hall, satellite) = ("saybus-\(getpid())-hall", "saybus-\(getpid())-satellite")
        let (one, two) = ("sb\(getpid())a", "sb\(getpid())b")
        for step in [
            ["netns", "add", hall], ["netns", "add", satellite],
            ["link", "add", one, "netns", hall, "type", "veth", "peer", "name", two, "netns", satellite],
            ["-n", hall, "addr", "add", "10.77.0.1/24", "dev", one],
            ["-n", satellite, "addr", "add", "10.77.0.2/24", "dev", two],
            ["-n", hall, "link", "set", one, "up"], ["-n", satellite, "link", "set", two, "up"],
            ["-n", hall, "link", "set", "lo", "up"],
        ] where !Self.run(step) {
            throw ProgramError(.notStarted, "ip \(step.joined(separator: " ")) failed")
        }
    }

    deinit { for name in [hall, satellite] { _ = Self.run("netns", "del", name) } }

    private static func run(_ arguments: String...) -> Bool { run(arguments) }

    private static func run(_ arguments: [String]) -> Bool { ProgramUnderTest.succeeds(tool, arguments) }
}
