import Foundation
import GRDB
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

    /// Removes the timers, alarms and reminders of a session from all files of a folder, but for databases of something
    /// else. Lists belong to an app, not to a session, and stay.
    /// - Parameters:
    ///   - session: The session.
    ///   - folder: The folder; nil for that of the environment.
    ///   - isTrial: Whether to count only.
    /// - Throws: `StoreError` when a file cannot be written. The others have been purged.
    package static func purge(
        _ session: Session, in folder: String? = nil, isTrial: Bool = false
    ) async throws -> [Result] {
        let folder = folder ?? UserDirectory.appState()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var results: [Result] = []
        var failure: StoreError?
        for name in names.sorted() where name.hasSuffix(".sqlite") {
            let store = AppStore(path: "\(folder)/\(name)")
            do throws(StoreError) {
                let content = try await store.items()
                let numbers = content.items.filter { $0.value.session == session }.map(\.key)
                if !isTrial { try await store.erase(numbers) }
                if !numbers.isEmpty { results.append(Result(path: store.path, scheduled: numbers.count)) }
                // They may belong to the session.
                if let unreadable = content.unreadable { throw StoreError(.storage, unreadable) }
            } catch {
                if error.code != .foreign { failure = failure ?? error }
            }
        }
        if let failure { throw failure }
        return results
    }
}
