import Foundation
import Synchronization

/// A running child process that keeps its output lines, and accepts input and signals.
///
/// The process leads a process group of its own, which is killed when this object is deallocated.
package final class ObservedProcess: Sendable {
    /// One of the two outputs of a process.
    package enum Output: Int, Sendable {
        /// Standard output.
        case standardOutput
        /// Standard error.
        case standardError
    }

    private let process: SpawnedProcess
    private let lines = ProcessLines()
    private let input: Mutex<Int32?>

    /// Starts a program.
    /// - Parameter takesInput: Whether ``write(_:)`` feeds its standard input, which is `/dev/null` otherwise.
    package init(_ command: ProcessCommand, takesInput: Bool = false) throws(ProcessError) {
        var parents: [Int32] = []
        var children: [Int32] = []
        defer { for descriptor in children { close(descriptor) } }
        do throws(ProcessError) {
            for _ in 0..<2 {
                let pipe = try ProcessPipe.pipe()
                parents.append(pipe.read)
                children.append(pipe.write)
            }
            if takesInput {
                let sockets = try ProcessPipe.socketPair()
                parents.append(sockets.parent)
                children.append(sockets.child)
            }
            process = try SpawnedProcess(
                command, input: takesInput ? .descriptor(children[2]) : .null, output: .descriptor(children[0]),
                error: .descriptor(children[1]))
        } catch {
            for descriptor in parents { close(descriptor) }
            throw error
        }
        input = Mutex(takesInput ? parents[2] : nil)
        read(parents[0], as: .standardOutput)
        read(parents[1], as: .standardError)
    }

    deinit { closeInput() }

    /// The process id. No other process gets it while this object exists.
    package var processID: pid_t { process.processID }

    /// Whether the process has not ended.
    package var isRunning: Bool { process.termination == nil }

    /// The exit code, or 128 plus the signal's number after a signal; nil while the process runs.
    package var exitCode: Int32? { process.termination?.shellCode }

    /// Returns the lines written so far.
    package func lines(_ output: Output = .standardOutput) -> [String] { lines.state.lines[output.rawValue] }

    /// Waits for a line that fits. Lines that were written before the call count, too.
    /// - Returns: Nil when the output has ended, or the time is over, without such a line.
    package func line(
        on output: Output = .standardOutput, within time: Duration, where fits: @escaping @Sendable (String) -> Bool
    ) async -> String? {
        let index = output.rawValue
        await lines.wait(within: time) { $0.isAtEnd[index] || $0.lines[index].contains(where: fits) }
        return lines(output).first(where: fits)
    }

    /// Waits until the process has ended and its outputs are read.
    /// - Returns: The exit code as in ``exitCode``; nil when the process is still running after this time.
    package func exitCode(within time: Duration) async -> Int32? {
        guard let termination = await process.termination(within: time) else { return nil }
        // Children of the process may have inherited its outputs and live on: they are not waited for.
        await lines.wait(within: .seconds(1)) { !$0.isAtEnd.contains(false) }
        return termination.shellCode
    }

    /// Sends a signal to the process, unless it has ended; see ``SpawnedProcess/send(_:)``.
    package func send(_ signal: Int32) { process.send(signal) }

    /// Writes to the standard input of the process. Blocks while the process does not read.
    package func write(_ bytes: [UInt8]) throws(ProcessError) {
        guard let descriptor = input.withLock({ $0 }) else {
            throw ProcessError(.inputClosed, "it was started without input, or the input has been closed")
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw ProcessError(.inputClosed, errno: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes the standard input of the process.
    package func closeInput() {
        let descriptor = input.withLock { input in
            defer { input = nil }
            return input
        }
        if let descriptor { close(descriptor) }
    }

    /// Reads lines on a thread of its own until every process that can write has closed its end.
    private func read(_ descriptor: Int32, as output: Output) {
        let (lines, index) = (lines, output.rawValue)
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var line: [UInt8] = []
            while true {
                let count = Glibc.read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                for byte in buffer[..<count] {
                    if byte == UInt8(ascii: "\n") {
                        lines.append(line, to: index)
                        line.removeAll(keepingCapacity: true)
                    } else if line.count < ProcessLines.maximumLineBytes {
                        line.append(byte)
                    }
                }
            }
            if !line.isEmpty { lines.append(line, to: index) }
            close(descriptor)
            lines.end(index)
        }
    }
}
