import Foundation
import SaybusMessages

extension ConversationStore {
    /// Removes what all apps keep for a session.
    /// - Parameters:
    ///   - session: The session.
    ///   - folder: The folder of the files; nil for the one of the environment.
    ///   - isTrial: Whether to look only.
    /// - Returns: The paths of the files.
    /// - Throws: ``StoreError`` when a file cannot be removed.
    package static func purge(
        _ session: Session, folder: URL? = nil, isTrial: Bool = false
    ) throws(StoreError) -> [String] {
        let apps = (folder ?? standardFolder()).appending(path: "apps")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: apps.path)) ?? []
        var removed: [String] = []
        for app in names.sorted() {
            let folder = apps.appending(path: app).path
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            // A program that was killed while it wrote leaves a file with a full stop before and its number behind.
            for file in files.sorted()
            where file == "\(session).json" || file == "\(session).json\(damagedSuffix)"
                || file.hasPrefix(".\(session).json.")
            {
                let path = "\(folder)/\(file)"
                guard isTrial || unlink(path) == 0 || errno == ENOENT else {
                    throw StoreError(
                        code: .file, description: "\(path) cannot be removed: \(String(cString: strerror(errno)))")
                }
                removed.append(path)
            }
        }
        return removed
    }
}
