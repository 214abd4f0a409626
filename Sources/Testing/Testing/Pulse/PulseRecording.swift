import Foundation
import SaybusMessages
import SaybusProcesses
import SaybusSupport

/// A recording of what the loudspeaker of a ``PulseServer`` plays, with the time of each sample.
public final class PulseRecording: Sendable {
    /// Samples a second, in one channel.
    public let rate = PulseServer.rate

    private struct State {
        var samples: [Int16] = []
        var isOver = false
        /// The time of the first sample. Each arrival yields an estimate; the earliest one has the least delay.
        var begin: ContinuousClock.Instant?
    }

    private let watched = Watched(State())
    private let process: SpawnedProcess

    init(_ program: String, environment: [String: String], limit: Int) throws(ProgramError) {
        // With this latency, the server delivers samples at most 2 ms ahead of time.
        let arguments = [
            "--device=\(PulseServer.microphone)", "--raw", "--format=s16le", "--rate=\(rate)", "--channels=1",
            "--latency-msec=2",
        ]
        do throws(ProcessError) {
            let pipe = try ProcessPipe.pipe()
            defer { close(pipe.write) }
            do throws(ProcessError) {
                process = try SpawnedProcess(
                    ProcessCommand(program, arguments, addingToEnvironment: environment),
                    output: .descriptor(pipe.write))
            } catch {
                close(pipe.read)
                throw error
            }
            read(pipe.read, most: limit * rate)
        } catch {
            throw ProgramError(.notStarted, "cannot start \(program): \(error.reason)")
        }
    }

    /// The samples so far.
    public var samples: [Int16] { watched.value.samples }

    /// The number of samples so far.
    public var count: Int { watched.value.samples.count }

    /// Returns the time of a sample on this machine's clock, ± 5 ms.
    public func time(of sample: Int) -> ContinuousClock.Instant {
        (watched.value.begin ?? .now).advanced(by: .seconds(Double(sample) / Double(rate)))
    }

    /// Waits until a condition holds for the samples.
    /// - Returns: Whether it held within the time.
    public func wait(
        within time: Duration = .seconds(20), until isMet: @escaping @Sendable ([Int16]) -> Bool
    ) async -> Bool {
        _ = await watched.wait(within: time) { $0.isOver || isMet($0.samples) }
        return isMet(samples)
    }

    /// Waits until the recording has reached a point in time.
    /// - Throws: `WaitError` when it has not reached the point twenty seconds later.
    public func wait(
        until time: ContinuousClock.Instant, file: String = #fileID, line: Int = #line
    ) async throws(WaitError) {
        let rate = rate
        try await watched.require(
            "parec to have recorded all up to a moment", within: .seconds(20) + max(.zero, time - .now), file: file,
            line: line
        ) { state in
            guard let begin = state.begin else { return false }
            return Double(state.samples.count) / Double(rate) > (time - begin) / .seconds(1)
        }
    }

    func ready() async throws(ProgramError) {
        _ = await watched.wait(within: .seconds(20)) { $0.isOver || !$0.samples.isEmpty }
        if watched.value.samples.isEmpty { throw ProgramError(.notStarted, "parec records nothing") }
    }

    private func read(_ descriptor: Int32, most: Int) {
        let (watched, rate) = (watched, rate)
        Thread.detachNewThread {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            var count = 0
            var odd: UInt8?
            while true {
                let length = Glibc.read(descriptor, &buffer, buffer.count)
                if length < 0, errno == EINTR { continue }
                guard length > 0, count < most else { break }
                let now = ContinuousClock.now
                let bytes = (odd.map { [$0] } ?? []) + buffer[..<length]
                odd = bytes.count.isMultiple(of: 2) ? nil : bytes.last
                let samples = PCM.samples(bytes)
                count += samples.count
                let begin = now.advanced(by: .seconds(-Double(count) / Double(rate)))
                watched.change { state in
                    state.samples += samples
                    state.begin = min(state.begin ?? begin, begin)
                }
            }
            close(descriptor)
            watched.change { $0.isOver = true }
        }
    }
}
