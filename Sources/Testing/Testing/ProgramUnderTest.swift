import Foundation
import SaybusProcesses

/// A process of a built program, started by a test, with its lines, its signals and its exit code.
///
/// ```swift
/// let tap = try ProgramUnderTest("saybus-tap", ["--bus", test.address.url])
/// try await tap.ready()
/// try await tap.line { $0.contains("speech.transcript") }
/// tap.send(SIGTERM)
/// #expect(try await tap.exitCode() == 0)
/// ```
///
/// The process leads a process group of its own, which is killed when this object is released. Keep the object until
/// the test is over.
public final class ProgramUnderTest: Sendable {
    /// One of the two outputs of a program.
    public enum Output: Int, Sendable {
        /// Standard output.
        case standardOutput
        /// Standard error.
        case standardError
    }

    /// The program's name or path, as it was given.
    public let name: String
    private let process: ObservedProcess

    /// The folder of the built programs, which is that of the test program.
    public static var directory: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    }

    /// Starts a program.
    /// - Parameters:
    ///   - product: Its name, such as `saybus-tap`, or a path with a slash: see ``path(of:)``.
    ///   - arguments: Its arguments.
    ///   - environment: Variables in addition to those of this process, except this process' `SAYBUS_BUS`. Unless one
    ///     of them is `SAYBUS_STATE`, that names a folder of this process, apart from what the user's apps keep.
    ///   - takesInput: Whether ``write(_:)`` feeds the program's standard input, which is empty otherwise.
    public init(
        _ product: String, _ arguments: [String] = [], environment: [String: String] = [:], takesInput: Bool = false
    ) throws(ProgramError) {
        name = product
        let path = Self.path(of: product)
        guard access(path, X_OK) == 0 else {
            throw ProgramError(.notBuilt, Self.absence(of: product, path))
        }
        var variables = ProcessInfo.processInfo.environment
        variables["SAYBUS_BUS"] = nil
        if variables["SAYBUS_STATE"] == nil { variables["SAYBUS_STATE"] = Self.stateFolder }
        variables.merge(environment) { _, new in new }
        do {
            process = try ObservedProcess(
                ProcessCommand(path, arguments, environment: variables), takesInput: takesInput)
        } catch {
            throw ProgramError(.notStarted, "cannot start \(path): \(error.reason)")
        }
    }

    /// The folder for what the programs of this process keep across restarts.
    private static let stateFolder = NSTemporaryDirectory() + "saybus-state-\(getpid())"

    /// Returns the path of a product: beside the test, in the folder of `SAYBUS_PROGRAMS`, or in `PATH`, where Saybus's
    /// own programs are for a package that depends on Saybus. A name with a slash is a path already, and is returned
    /// unchanged.
    /// - Returns: The first path at which there is such a program; that beside the test when there is none.
    public static func path(of product: String) -> String {
        path(of: product, environment: ProcessInfo.processInfo.environment)
    }

    static func path(of product: String, environment: [String: String]) -> String {
        guard !product.contains("/") else { return product }
        let folders =
            [directory, environment[folderVariable] ?? ""]
            + (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let paths = folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(product)" }
        return paths.first(where: isProgram) ?? "\(directory)/\(product)"
    }

    /// The environment variable that names the folder of Saybus's programs, for tests of another package.
    private static let folderVariable = "SAYBUS_PROGRAMS"

    /// Returns whether there is a file that can be run.
    private static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
            && access(path, X_OK) == 0
    }

    /// Returns the sentence for a program that is not found.
    private static func absence(of product: String, _ path: String) -> String {
        guard !product.contains("/") else { return "there is no program \(path): build all products first" }
        return "there is no program \(path), nor \(product) in the folder of \(folderVariable) or in PATH: build all "
            + "products first; set \(folderVariable) to the folder of Saybus's programs if the package has none itself"
    }

    /// The process id, for signals and for `/proc`.
    public var processID: Int32 { process.processID }

    /// Whether the program has not ended yet.
    public var isRunning: Bool { process.isRunning }

    /// Returns the lines written so far.
    public func lines(_ output: Output = .standardOutput) -> [String] { process.lines(output.observed) }

    /// Waits for a line that satisfies a condition. Lines that were written before count, too.
    /// - Throws: ``ProgramError`` when the program ends or the time is over without such a line.
    @discardableResult
    public func line(
        on output: Output = .standardOutput, within time: Duration = .seconds(20),
        where fits: @escaping @Sendable (String) -> Bool
    ) async throws(ProgramError) -> String {
        if let line = await process.line(on: output.observed, within: time, where: fits) { return line }
        throw ProgramError(.noLine, "\(name) has not written the line\n\(report)")
    }

    /// Waits for the line with which a stage reports that it is ready.
    @discardableResult
    public func ready(within time: Duration = .seconds(20)) async throws(ProgramError) -> String {
        try await line(on: .standardError, within: time) { $0.hasPrefix("ready ") }
    }

    /// Sends a signal to the program, unless it has ended. For `SIGSTOP`, returns when all threads of the program have
    /// stopped.
    public func send(_ signal: Int32) { process.send(signal) }

    /// Waits until the program has ended and its outputs are read.
    /// - Returns: The exit code; 128 plus the signal's number when a signal ended the program.
    @discardableResult
    public func exitCode(within time: Duration = .seconds(20)) async throws(ProgramError) -> Int32 {
        guard let code = await process.exitCode(within: time) else {
            throw ProgramError(.stillRunning, "\(name) has not ended\n\(report)")
        }
        return code
    }

    /// Writes to the program's standard input. Blocks while the program does not read.
    public func write(_ bytes: [UInt8]) throws(ProgramError) {
        do {
            try process.write(bytes)
        } catch {
            throw ProgramError(.inputClosed, "\(name) reads no more: \(error.reason)")
        }
    }

    /// Ends the program's standard input.
    public func closeInput() { process.closeInput() }

    /// A text for a failed test: the program's state and all that it has written.
    public var report: String {
        let end = process.exitCode.map { "it ended with \($0)" } ?? "it runs"
        return "\(end)\nstandard output:\n\(lines().joined(separator: "\n"))\nstandard error:\n"
            + lines(.standardError).joined(separator: "\n")
    }
}

extension ProgramUnderTest.Output {
    fileprivate var observed: ObservedProcess.Output {
        switch self {
        case .standardOutput: .standardOutput
        case .standardError: .standardError
        }
    }
}
