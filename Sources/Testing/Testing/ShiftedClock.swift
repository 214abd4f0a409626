import Foundation
import SaybusProcesses

/// A wall clock that a program sees in place of the machine's, and that can be set while the program runs.
///
/// Debian's libfaketime makes it. Other clocks, by which programs wait, are the machine's.
public struct ShiftedClock: Sendable {
    /// The library; nil when it is not installed.
    private static let library = ["x86_64", "aarch64"]
        .map { "/usr/lib/\($0)-linux-gnu/faketime/libfaketimeMT.so.1" }
        .first { FileManager.default.fileExists(atPath: $0) }

    /// Whether libfaketime is installed.
    public static var isPossible: Bool { library != nil }

    /// The variables of a program with this clock.
    public let environment: [String: String]
    /// The file from which the clock's difference is read; nil for a clock that cannot be set.
    private let file: String?

    /// Creates a clock that shows the machine's time until it is set.
    /// - Parameter file: The file that keeps its difference from the machine's clock.
    public init(file: String) throws {
        self.init(["FAKETIME_TIMESTAMP_FILE": file], file: file)
        try set("+0")
    }

    /// Creates a clock that cannot be set.
    /// - Parameter offset: Its difference from the machine's clock, such as `+60` (seconds) or `-1d`.
    public init(offset: String) { self.init(["FAKETIME": offset], file: nil) }

    private init(_ variables: [String: String], file: String?) {
        // Only the wall clock changes, at once.
        let always = ["FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_NO_CACHE": "1"]
        environment = variables.merging(always) { $1 }.merging(Self.library.map { ["LD_PRELOAD": $0] } ?? [:]) { $1 }
        self.file = file
    }

    /// Sets the clock.
    /// - Parameter offset: Its difference from the machine's clock, such as `+60` (seconds) or `-1d`.
    public func set(_ offset: String) throws {
        guard let file else { return }
        try (offset + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    }

    /// Sets the clock.
    /// - Parameter seconds: Its difference from the machine's clock.
    public func set(seconds: Int) throws { try set(seconds < 0 ? "\(seconds)" : "+\(seconds)") }

    /// Returns a command that runs with this clock.
    ///
    /// Swift finds a program's arguments in memory beside its environment, which a preloaded library may modify. Started
    /// through env(1), the library does so before the program itself starts.
    package func command(_ command: ProcessCommand) -> ProcessCommand {
        ProcessCommand(
            "/usr/bin/env", [command.program] + command.arguments,
            environment: (command.environment ?? ProcessInfo.processInfo.environment).merging(environment) { $1 })
    }
}
