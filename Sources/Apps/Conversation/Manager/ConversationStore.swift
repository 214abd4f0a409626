import Foundation
import SaybusMessages
import SaybusSupport
import Synchronization

/// Values that one conversation with an app keeps across restarts, in a JSON file that only its user can read.
///
/// The file is `apps/<app>/<session>.json` in the folder that `SAYBUS_STATE` names, else in `$XDG_STATE_HOME/saybus`,
/// else in `~/.local/state/saybus`. It is replaced at each change, and read again when another program has replaced it,
/// so it suits settings and short lists, up to ``maximumBytes``. A file that is no such store is renamed to
/// `<session>.json.damaged` and reported, and the store begins empty.
public final class ConversationStore: Sendable {
    /// The largest file, in bytes.
    public static let maximumBytes = 1 << 20

    /// A reason why a value is not kept.
    public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
        /// The kind of an error.
        public enum Code: String, Sendable, CaseIterable {
            /// The file would become too large.
            case tooLarge = "too-large"
            /// The file cannot be written or read.
            case file
            /// The value has no form in JSON.
            case value
        }

        /// The kind of the error.
        public let code: Code
        /// The problem and its remedy.
        public let description: String
    }

    /// The values, and the file from which they were read, or to which they were written.
    struct Content: Sendable {
        var values: [String: Data]
        /// The identity of the file; nil when there was none.
        var file: FileIdentity?
    }

    /// The problems with the file, until somebody receives them.
    private struct Problems {
        var earlier: [String] = []
        var report: (@Sendable (String) -> Void)?
    }

    /// The file with the values, which need not exist.
    public let file: URL
    let isReadOnly: Bool
    private let content = Mutex<Content?>(nil)
    private let problems = Mutex(Problems())

    /// Creates a store. Its file need not exist.
    /// - Parameters:
    ///   - app: The app's name.
    ///   - session: The session.
    ///   - folder: The folder of the files; nil for the one of the environment.
    public convenience init(app: String, session: Session, folder: URL? = nil) {
        self.init(app: app, session: session, folder: folder, isReadOnly: false)
    }

    /// Creates a store.
    /// - Parameter isReadOnly: Whether its file stays as it is, because another program may use it now.
    package init(app: String, session: Session, folder: URL? = nil, isReadOnly: Bool) {
        file = (folder ?? Self.standardFolder()).appending(path: "apps/\(app)/\(session).json")
        self.isReadOnly = isReadOnly
    }

    /// Returns the value of a name; nil when there is none, or it is of another type.
    public func value<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        let data: Data?
        switch content.withLock({ load(&$0) }) {
        case .success(let loaded): data = loaded.values[name]
        case .failure(let error):
            report(error.description)
            data = nil
        }
        return data.flatMap { try? JSONDecoder().decode([Value].self, from: $0).first }
    }

    /// Keeps a value; nil removes it.
    /// - Throws: ``StoreError`` when it is not kept. A value that fails only because the file cannot be written is kept
    ///   until the program ends, or another one replaces the file.
    public func set(_ name: String, to value: (some Encodable)?) throws(StoreError) {
        let data: Data?
        do {
            data = try value.map { try JSONEncoder().encode([$0]) }
        } catch {
            throw StoreError(code: .value, description: "the value \(name) has no form in JSON: \(error)")
        }
        let result = content.withLock { content -> Result<Void, StoreError> in
            do throws(StoreError) {
                var changed = try load(&content).get()
                changed.values[name] = data
                let written = try bytes(of: changed.values)
                // From here on, a value that the file cannot take is kept in memory. One that is too large would keep
                // all later ones from the file.
                content = changed
                guard !isReadOnly else { return .success(()) }
                changed.file = try write(written)
                content = changed
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Sets the receiver of the problems with the file. It gets those of before, too.
    package func onProblem(_ report: @escaping @Sendable (String) -> Void) {
        let earlier = problems.withLock { problems in
            defer { problems.earlier = [] }
            problems.report = report
            return problems.earlier
        }
        for problem in earlier { report(problem) }
    }

    func report(_ problem: String) {
        let report = problems.withLock { problems in
            if problems.report == nil, !problems.earlier.contains(problem) { problems.earlier.append(problem) }
            return problems.report
        }
        report?(problem)
    }

    /// Returns the sessions for which an app keeps something.
    package static func sessions(of app: String, folder: URL? = nil) -> [Session] {
        let folder = (folder ?? standardFolder()).appending(path: "apps/\(app)")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.sorted().filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
            .compactMap { Session(rawValue: String($0.dropLast(5))) }
    }

    static func standardFolder() -> URL { URL(filePath: UserDirectory.appState()) }
}
