import Foundation
import SaybusProcesses

/// A wall clock that a program sees in place of the machine's, and that can be set while the program runs.
///
/// A preloaded library makes it, `libSaybusShiftedClock.so`, which is built beside the programs. Other clocks, by which
/// programs wait, are the machine's.
public struct ShiftedClock: Sendable {
    /// The variables of a program with this clock.
    public let environment: [String: String]
    /// The file from which the clock's difference is read; nil for a clock that cannot be set.
    private let file: String?

    /// Creates a clock that shows the machine's time until it is set.
    /// - Parameters:
    ///   - file: The file that keeps its difference from the machine's clock.
    ///   - directory: The directory of the programs; nil for that of the tests.
    public init(file: String, directory: String? = nil) throws {
        try Self.data(0).write(to: URL(fileURLWithPath: file))
        self.init(["SAYBUS_CLOCK_OFFSET_FILE": file], file: file, directory)
    }

    /// Creates a clock that cannot be set.
    /// - Parameter offset: Its difference from the machine's clock, in whole microseconds.
    public init(offset: Duration) {
        self.init(["SAYBUS_CLOCK_OFFSET": "\(Int64(offset / .microseconds(1)))"], file: nil, nil)
    }

    private init(_ variables: [String: String], file: String?, _ directory: String?) {
        let name = "libSaybusShiftedClock.so"
        let library = directory.map { "\($0)/\(name)" } ?? ProgramUnderTest.path(of: name)
        // Libraries that are preloaded into this process stay, such as a sanitizer's part.
        let others = ProcessInfo.processInfo.environment["LD_PRELOAD"].map { [$0] } ?? []
        environment = variables.merging(["LD_PRELOAD": ([library] + others).joined(separator: ":")]) { $1 }
        self.file = file
    }

    /// Sets the clock of the programs that run with it.
    /// - Parameter offset: Its difference from the machine's clock, in whole microseconds.
    public func set(_ offset: Duration) throws {
        guard let file else { return }
        // The programs have mapped the file, so it is overwritten, not replaced.
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        defer { try? handle.close() }
        try handle.write(contentsOf: Self.data(Int64(offset / .microseconds(1))))
    }

    private static func data(_ microseconds: Int64) -> Data {
        withUnsafeBytes(of: microseconds.littleEndian) { Data($0) }
    }

    /// Returns a command that runs with this clock.
    package func command(_ command: ProcessCommand) -> ProcessCommand {
        ProcessCommand(
            command.program, command.arguments,
            environment: (command.environment ?? ProcessInfo.processInfo.environment).merging(environment) { $1 })
    }
}
