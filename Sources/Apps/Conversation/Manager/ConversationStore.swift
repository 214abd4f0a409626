import Foundation
import SaybusMessages
import SaybusSupport
import Synchronization

/// Values that one conversation with an app keeps over restarts, in a JSON file that only its user can read.
///
/// The file is `apps/<app>/<session>.json` in the folder that `SAYBUS_STATE` names, else in `$XDG_STATE_HOME/saybus`,
/// else in `~/.local/state/saybus`. It is replaced at each change, and read again when another program has replaced it,
/// so it suits settings and short lists, up to ``maximumBytes``.
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
    private struct Content {
        var values: [String: Data]
        /// The identity of the file; nil when there was none.
        var file: FileIdentity?
    }

    /// The file.
    public let file: URL
    private let isReadOnly: Bool
    private let content = Mutex<Content?>(nil)

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
        let data = content.withLock { load(&$0).values[name] }
        return data.flatMap { try? JSONDecoder().decode([Value].self, from: $0).first }
    }

    /// Keeps a value; nil removes it.
    /// - Throws: ``StoreError`` when it cannot be written. The value is then kept until the program ends, or another
    ///   one replaces the file.
    public func set(_ name: String, to value: (some Encodable)?) throws(StoreError) {
        let data: Data?
        do {
            data = try value.map { try JSONEncoder().encode([$0]) }
        } catch {
            throw StoreError(code: .value, description: "the value \(name) has no form in JSON: \(error)")
        }
        let result = content.withLock { content -> Result<Void, StoreError> in
            var changed = load(&content)
            changed.values[name] = data
            content = changed
            guard !isReadOnly else { return .success(()) }
            do throws(StoreError) {
                changed.file = try write(changed.values)
                content = changed
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Returns the content, and reads it unless the file is the one that was read or written last.
    private func load(_ content: inout Content?) -> Content {
        // Read before the file: one that is replaced meanwhile is read again.
        let identity = FileIdentity(path: file.path)
        if let content, content.file == identity { return content }
        var read: [String: Data] = [:]
        if let data = try? Data(contentsOf: file), data.count <= Self.maximumBytes,
            let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        {
            for (name, value) in object { read[name] = try? JSONSerialization.data(withJSONObject: [value]) }
        }
        let loaded = Content(values: read, file: identity)
        content = loaded
        return loaded
    }

    /// Replaces the file.
    /// - Returns: The identity of the new file.
    private func write(_ values: [String: Data]) throws(StoreError) -> FileIdentity? {
        do {
            let object = try values.mapValues { data in
                (try JSONSerialization.jsonObject(with: data) as? [Any])?.first ?? NSNull()
            }
            let data = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
            guard data.count <= Self.maximumBytes else {
                throw StoreError(
                    code: .tooLarge,
                    description:
                        "\(file.path) would have \(data.count) bytes, more than \(Self.maximumBytes): keep less")
            }
            let folder = file.deletingLastPathComponent()
            try PrivateDirectory.create(folder.path)
            // A file of its own, with its mode from the beginning, which then replaces the old one.
            let new = folder.appending(path: ".\(file.lastPathComponent).\(getpid())")
            let descriptor = open(new.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: data)
            // Read before others see the file, which they may replace.
            let identity = FileIdentity(descriptor: descriptor)
            try handle.close()
            guard rename(new.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            return identity
        } catch let error as StoreError {
            throw error
        } catch {
            throw StoreError(
                code: .file, description: "\(file.path) cannot be written: \(LogLine.clean("\(error)", limit: 200))")
        }
    }

    /// Returns the sessions for which an app keeps something.
    package static func sessions(of app: String, folder: URL? = nil) -> [Session] {
        let folder = (folder ?? standardFolder()).appending(path: "apps/\(app)")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.sorted().filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
            .compactMap { Session(rawValue: String($0.dropLast(5))) }
    }

    static func standardFolder() -> URL {
        let environment = ProcessInfo.processInfo.environment
        if let folder = environment["SAYBUS_STATE"], !folder.isEmpty { return URL(filePath: folder) }
        return URL(filePath: UserDirectory.state.saybus(environment))
    }
}
