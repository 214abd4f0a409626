import Foundation
import GRDB
import SaybusBus
import SaybusMessages
import SaybusSupport

/// The removal of what apps in YAML keep for a session.
package enum AppStorePurge {
    /// The result for a file.
    package struct Result: Sendable, Equatable {
        /// The file.
        package let path: String
        /// The timers, alarms and reminders that were removed, or would be.
        package let scheduled: Int
    }

    /// Removes the timers, alarms and reminders of a session from the files of a folder, but for databases of something
    /// else. Lists belong to an app, not to a session, and stay.
    /// - Parameters:
    ///   - session: The session.
    ///   - bus: The bus whose files are purged; nil for all files.
    ///   - folder: The folder; nil for that of the environment.
    ///   - isTrial: Whether to count only.
    /// - Throws: `StoreError` when a file cannot be written. The others have been purged.
    package static func purge(
        _ session: Session, of bus: BusAddress? = nil, in folder: String? = nil, isTrial: Bool = false
    ) async throws -> [Result] {
        var results: [Result] = []
        var failure: StoreError?
        for path in paths(in: folder, where: { name in bus.map { AppStore.isFile(name, of: $0) } ?? true }) {
            let store = AppStore(path: path)
            do throws(StoreError) {
                let content = try await store.items()
                let (numbers, isComplete) = content.items(of: session)
                if !isTrial { try await store.erase(numbers) }
                if !numbers.isEmpty { results.append(Result(path: store.path, scheduled: numbers.count)) }
                if !isComplete, let unreadable = content.unreadable { throw StoreError(.storage, unreadable) }
            } catch {
                if error.code != .foreign { failure = failure ?? error }
            }
        }
        if let failure { throw failure }
        return results
    }

    /// Returns the files of other buses that have timers, alarms or reminders of a session of the same name. A bus that
    /// has moved, or is named by another host, is another one by its files. A file that cannot be read in full counts.
    package static func remaining(
        _ session: Session, besides bus: BusAddress, in folder: String? = nil
    ) async -> [String] {
        var remaining: [String] = []
        for path in paths(in: folder, where: { !AppStore.isFile($0, of: bus) }) {
            let store = AppStore(path: path)
            do throws(StoreError) {
                let content = try await store.items()
                let (numbers, isComplete) = content.items(of: session)
                if !numbers.isEmpty || !isComplete { remaining.append(path) }
            } catch {
                if error.code != .foreign { remaining.append(path) }
            }
        }
        return remaining
    }

    /// Returns the databases in a folder, by their names.
    private static func paths(in folder: String?, where isWanted: (_ name: String) -> Bool) -> [String] {
        let folder = folder ?? UserDirectory.appState()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".sqlite") && isWanted($0) }.sorted().map { "\(folder)/\($0)" }
    }
}

extension AppStore.Content {
    /// Returns the numbers of a session's items, and whether these are all. Of an item that cannot be read, the session
    /// often can, as in one of another version.
    fileprivate func items(of session: Session) -> (numbers: [Int64], isComplete: Bool) {
        var numbers = items.filter { $0.value.session == session }.map(\.key)
        var isComplete = true
        for (number, text) in unreadableItems {
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            if let name = object?["session"] as? String {
                if name == session.rawValue { numbers.append(number) }
            } else if text.contains("\"\(session)\"") {
                numbers.append(number)
            } else {
                isComplete = false
            }
        }
        return (numbers, isComplete)
    }
}
