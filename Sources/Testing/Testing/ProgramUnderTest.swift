import Foundation
import Glibc
import Synchronization

/// One of the built programs as a process, started by a test: its lines, its signals, its end.
///
/// ```swift
/// let tap = try ProgramUnderTest("saybus-tap", ["--bus", test.address.url])
/// try await tap.ready()
/// try await tap.line { $0.contains("speech.transcript") }
/// tap.send(SIGTERM)
/// #expect(try await tap.exitCode() == 0)
/// ```
///
/// It has a process group of its own, which is killed when this object goes: keep the object until the test is over.
public final class ProgramUnderTest: Sendable {
    /// One of the two things that a program writes to.
    public enum Output: Int, Sendable {
        /// Standard output.
        case standardOutput
        /// Standard error.
        case standardError
    }

    /// The program's name.
    public let name: String
    /// The process.
    public let processID: Int32
    private let output = ProgramOutput()
    private let input: Mutex<Int32?>

    private static let oneAtATime = Mutex(())

    /// Where the programs are: beside the test program.
    public static var directory: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    }

    /// Starts a program.
    /// - Parameters:
    ///   - product: Its name, such as `saybus-tap`, or a path with a slash.
    ///   - arguments: Its arguments.
    ///   - environment: What its environment has beside this process's own, which goes on without `SAYBUS_BUS`.
    ///   - takesInput: Whether ``write(_:)`` is its standard input; without, that is empty.
    public init(
        _ product: String, _ arguments: [String] = [], environment: [String: String] = [:], takesInput: Bool = false
    ) throws(ProgramError) {
        name = product
        let path = Self.path(of: product)
        guard access(path, X_OK) == 0 else {
            throw ProgramError(.notBuilt, "there is no program \(path): build all products first")
        }
        var variables = ProcessInfo.processInfo.environment
        variables["SAYBUS_BUS"] = nil
        variables.merge(environment) { _, new in new }
        let (process, descriptors) = try Self.oneAtATime.withLock { _ throws(ProgramError) in
            try Self.start(path, arguments, variables, takesInput: takesInput)
        }
        processID = process
        input = Mutex(descriptors[0])
        if let descriptor = descriptors[1] { read(descriptor, as: .standardOutput) }
        if let descriptor = descriptors[2] { read(descriptor, as: .standardError) }
        let (output, processID) = (output, processID)
        Thread.detachNewThread {
            var information = siginfo_t()
            // Left as a zombie until this object goes, so that nobody signals a stranger who got the number.
            while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            let code = information._sifields._sigchld.si_status
            output.change { $0.exitCode = information.si_code == CLD_EXITED ? code : 128 + code }
        }
    }

    /// Where a product is; a path is taken as it is.
    public static func path(of product: String) -> String {
        product.contains("/") ? product : "\(directory)/\(product)"
    }

    deinit {
        // The group outlives its leader while the leader's children live.
        kill(-processID, SIGKILL)
        while waitpid(processID, nil, 0) < 0, errno == EINTR {}
        closeInput()
    }

    /// The lines written so far.
    public func lines(_ output: Output = .standardOutput) -> [String] { self.output.state.lines[output.rawValue] }

    /// Waits for a line that fits, also one that has been written before.
    /// - Throws: ``ProgramError`` when the program ends, or the time is over, without it.
    @discardableResult
    public func line(
        on output: Output = .standardOutput, within time: Duration = .seconds(20),
        where fits: @escaping @Sendable (String) -> Bool
    ) async throws(ProgramError) -> String {
        _ = await self.output.wait(within: time) { state in
            state.isAtEnd[output.rawValue] || state.lines[output.rawValue].contains(where: fits)
        }
        if let line = lines(output).first(where: fits) { return line }
        throw ProgramError(.noLine, "\(name) has not written the line\n\(report)")
    }

    /// Waits for the line by which programs say that they are at work.
    @discardableResult
    public func ready(within time: Duration = .seconds(20)) async throws(ProgramError) -> String {
        try await line(on: .standardError, within: time) { $0.hasPrefix("ready ") }
    }

    /// Does something while no program is being started: a child has copies of our files, and their locks, until it is the program.
    static func whileNoneStarts(_ body: () -> Void) { oneAtATime.withLock { _ in body() } }

    /// Sends a signal to the process, if it still runs. After `SIGSTOP` it does nothing more when this returns.
    public func send(_ signal: Int32) {
        guard output.state.exitCode == nil, kill(processID, signal) == 0, signal == SIGSTOP else { return }
        // Its threads are stopped one by one, when they come to it: those on another core may finish what they have begun.
        var information = siginfo_t()
        while waitid(P_PID, id_t(processID), &information, WSTOPPED | WEXITED | WNOWAIT) < 0, errno == EINTR {}
    }

    /// Waits until the program has ended and its outputs are read.
    /// - Returns: Its exit code; 128 and the signal's number when a signal killed it.
    @discardableResult
    public func exitCode(within time: Duration = .seconds(20)) async throws(ProgramError) -> Int32 {
        _ = await output.wait(within: time) { $0.exitCode != nil }
        guard let code = output.state.exitCode else {
            throw ProgramError(.stillRunning, "\(name) has not ended\n\(report)")
        }
        // Its children may have inherited the outputs and live on: no reason to wait for long.
        _ = await output.wait(within: .seconds(1)) { !$0.isAtEnd.contains(false) }
        return code
    }

    /// Writes to the program's standard input. Blocks while the program does not read.
    public func write(_ bytes: [UInt8]) throws(ProgramError) {
        guard let descriptor = input.withLock({ $0 }) else {
            throw ProgramError(.inputClosed, "\(name) was started without input, or it has been closed")
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw ProgramError(.inputClosed, "\(name) reads no more: \(String(cString: strerror(errno)))")
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Ends the program's standard input.
    public func closeInput() {
        let descriptor = input.withLock { input in
            defer { input = nil }
            return input
        }
        if let descriptor { close(descriptor) }
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool { output.state.exitCode == nil }

    /// How it is and what it has written, for a report.
    public var report: String {
        let state = output.state
        let end = state.exitCode.map { "it ended with \($0)" } ?? "it runs"
        return "\(end)\nstandard output:\n\(state.lines[0].joined(separator: "\n"))\nstandard error:\n"
            + state.lines[1].joined(separator: "\n")
    }

    /// Reads lines on a thread of its own until everybody who can write has closed the other end.
    private func read(_ descriptor: Int32, as kind: Output) {
        let output = output
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var line: [UInt8] = []
            while true {
                let count = Glibc.read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                for byte in buffer[..<count] {
                    if byte == UInt8(ascii: "\n") {
                        output.add(String(decoding: line, as: UTF8.self), to: kind.rawValue)
                        line.removeAll(keepingCapacity: true)
                    } else if line.count < 1 << 22 {
                        line.append(byte)
                    }
                }
            }
            if !line.isEmpty { output.add(String(decoding: line, as: UTF8.self), to: kind.rawValue) }
            close(descriptor)
            output.change { $0.isAtEnd[kind.rawValue] = true }
        }
    }
}
