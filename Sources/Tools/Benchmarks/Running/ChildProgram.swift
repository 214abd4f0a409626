import Foundation
import Synchronization

/// A program beside this one, running while the value lives.
final class ChildProgram: Sendable {
    private struct State {
        var process: Process?
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    /// Its process.
    let processID: Int32

    init(_ name: String, _ arguments: [String]) throws {
        let own = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let link = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let folder = FileManager.default.fileExists(atPath: link.path) ? link : own
        let process = Process()
        process.executableURL = folder.deletingLastPathComponent().appendingPathComponent(name)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        let ended = Ended()
        process.terminationHandler = { _ in ended.happen() }
        try process.run()
        processID = process.processIdentifier
        state.withLock { $0.process = process }
        ended.then { [weak self] in self?.finish() }
    }

    deinit {
        // What still runs has nobody left to work for.
        state.withLock { state in
            guard let process = state.process, !state.hasEnded else { return }
            process.terminate()
            process.waitUntilExit()
        }
    }

    /// Sends SIGTERM.
    func terminate() { state.withLock { if !$0.hasEnded { $0.process?.terminate() } } }

    /// Waits until it has ended.
    func ended() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiters.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    /// Its resident memory in KiB; 0 when it has ended.
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

/// A process's end, which may come before anybody asks for it.
private final class Ended: Sendable {
    private let state = Mutex<(hasHappened: Bool, action: (@Sendable () -> Void)?)>((false, nil))

    func happen() {
        let action = state.withLock { state in
            state.hasHappened = true
            return state.action
        }
        action?()
    }

    func then(_ action: @escaping @Sendable () -> Void) {
        let hasHappened = state.withLock { state in
            state.action = action
            return state.hasHappened
        }
        if hasHappened { action() }
    }
}
