import Foundation
import SaybusModelStore
import SaybusStage
import SaybusTerminal
import Synchronization

/// `saybus models get` and `verify`.
public struct ModelFetch: Sendable {
    private let store: ModelStore
    private let output: TextOutput
    private let isTerminal: Bool

    /// Creates a fetch.
    /// - Parameters:
    ///   - store: The place of the models.
    ///   - output: The destination of the progress.
    ///   - isTerminal: Whether the output shows a line that is overwritten, with the progress.
    public init(
        _ store: ModelStore, output: TextOutput = .standardError, isTerminal: Bool = isatty(STDERR_FILENO) == 1
    ) {
        (self.store, self.output, self.isTerminal) = (store, output, isTerminal)
    }

    /// Fetches models, one after the other.
    /// - Parameter names: The names; empty for the recommended set.
    /// - Throws: `StageFailure`: `usage` for an unknown name, `unavailable` when no source gives a model, `badData`
    ///   for a wrong hash, `inputOutput` when it cannot be written.
    public func get(_ names: [String]) async throws {
        let entries = try Self.converting {
            try names.isEmpty ? store.manifest.models.filter(\.recommended) : names.map(store.manifest.entry)
        }
        let progress = FetchProgressLine(output, isShown: isTerminal)
        let installer = ModelInstaller(store) { progress.show($0) }
        for entry in entries {
            let outcome: ModelInstaller.Outcome
            do {
                outcome = try await installer.get(entry)
            } catch {
                progress.clear()
                throw Self.failure(error)
            }
            progress.clear()
            switch outcome {
            case .present: output.line("\(entry.name) is there")
            case .fetched(let source): output.line("\(entry.name) fetched from \(source)")
            }
        }
    }

    /// Checks the hashes of installed models.
    /// - Parameter names: The names; empty for all of which files are there.
    /// - Throws: `StageFailure` with code `badData` when one is damaged or missing.
    public func verify(_ names: [String]) async throws {
        let entries = try Self.converting {
            try names.isEmpty ? store.installed.map(\.entry) + store.incomplete : names.map(store.manifest.entry)
        }
        var damage: [String] = []
        for entry in entries {
            do {
                if let found = try await ModelVerification(store).damage(entry) {
                    damage.append(found)
                } else {
                    output.line("\(entry.name) is as published")
                }
            } catch {
                throw Self.failure(error)
            }
        }
        if !damage.isEmpty { throw StageFailure(.badData, damage.joined(separator: "; ")) }
        if entries.isEmpty { output.line("no model is installed: saybus models get") }
    }

    private static func converting<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw failure(error) }
    }

    private static func failure(_ error: any Error) -> any Error {
        guard let error = error as? ModelError else { return error }
        let code: StageFailure.Code =
            switch error.code {
            case .unknown: .usage
            case .manifest: .configuration
            case .unreachable, .busy: .unavailable
            case .damaged, .notUnpacked: .badData
            case .notWritten: .inputOutput
            }
        return StageFailure(code, error.reason)
    }
}

/// A line with the progress of a fetch, overwritten five times a second.
private final class FetchProgressLine: Sendable {
    private let output: TextOutput
    private let isShown: Bool
    private let last: Mutex<ContinuousClock.Instant?> = Mutex(nil)

    init(_ output: TextOutput, isShown: Bool) { (self.output, self.isShown) = (output, isShown) }

    func show(_ progress: ModelInstaller.Progress) {
        guard isShown else { return }
        let isDue = last.withLock { last in
            let now = ContinuousClock.now
            if let last, now - last < .milliseconds(200) { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let (fetched, total) = (progress.fetched / 1_000_000, progress.total / 1_000_000)
        output.text("\r\u{1B}[K\(progress.name): \(fetched) of \(total) MB from \(progress.source)")
    }

    func clear() {
        let wasShown = last.withLock { last in
            defer { last = nil }
            return last != nil
        }
        if wasShown { output.text("\r\u{1B}[K") }
    }
}
