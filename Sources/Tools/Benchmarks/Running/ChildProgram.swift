import Foundation
import Synchronization

/// A child process of one of Saybus's programs, which runs as long as this object exists.
final class ChildProgram: Sendable {
    private struct State {
        var process: Process?
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    /// The process id.
    let processID: Int32

    init(_ name: String, _ arguments: [String]) throws {
        let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let link = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let folder = FileManager.default.fileExists(atPath: link.path) ? link : own
        let process = Process()
        process.executableURL = folder.deletingLastPathComponent().appendingPathComponent(name)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        let ended = TerminationEvent()
        process.terminationHandler = { _ in ended.fire() }
        try process.run()
        processID = process.processIdentifier
        state.withLock { $0.process = process }
        ended.whenFired { [weak self] in self?.finish() }
    }

    deinit {
        // Without an owner the process is no longer needed.
        state.withLock { state in
            guard let process = state.process, !state.hasEnded else { return }
            process.terminate()
            process.waitUntilExit()
        }
    }

    /// Sends SIGTERM.
    func terminate() { state.withLock { if !$0.hasEnded { $0.process?.terminate() } } }

    /// Waits until the process has ended.
    func ended() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiters.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    /// The resident memory in KiB; 0 after the process has ended.
    var residentKiB: Int {
        guard let text = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
        else { return 0 }
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
    }

    private func finish() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// The termination of a process, which may happen before the action is set.
private final class TerminationEvent: Sendable {
    private let state = Mutex<(hasFired: Bool, action: (@Sendable () -> Void)?)>((false, nil))

    func fire() {
        let action = state.withLock { state in
            state.hasFired = true
            return state.action
        }
        action?()
    }

    func whenFired(_ action: @escaping @Sendable () -> Void) {
        let hasFired = state.withLock { state in
            state.action = action
            return state.hasFired
        }
        if hasFired { action() }
    }
}
