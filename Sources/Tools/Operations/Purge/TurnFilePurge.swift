import Foundation
import SaybusMessages
import SaybusSupport

/// The removal of the files in which programs that are gone remembered open turns. Pure file work.
enum TurnFilePurge {
    /// The files that mention a session.
    struct Result: Equatable {
        /// The files of programs that are gone, which were removed.
        var removed: [String] = []
        /// The files of programs that run, which are theirs to change.
        var inUse: [String] = []
    }

    /// The most bytes of a file that are searched.
    private static let maximumSize = 64 << 20

    /// Removes the files of a folder that mention a session.
    /// - Parameter isTrial: Whether to look only.
    static func purge(_ session: Session, in folder: String, isTrial: Bool) -> Result {
        var result = Result()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.sorted() {
            // A program that was killed while it wrote its journal anew leaves one with this end behind.
            let isJournal = [".jsonl", ".jsonl.new"].contains(where: name.hasSuffix)
            guard isJournal || name.hasSuffix(".open") else { continue }
            let path = "\(folder)/\(name)"
            guard let handle = FileHandle(forReadingAtPath: path),
                let data = try? handle.read(upToCount: maximumSize), mentions(session, data, isJSON: isJournal)
            else { continue }
            // The kernel releases the lock of a program however it ends.
            guard let descriptor = LockedFile.open(path) else {
                result.inUse.append(path)
                continue
            }
            if !isTrial { unlink(path) }
            close(descriptor)
            result.removed.append(path)
        }
        return result
    }

    private static func mentions(_ session: Session, _ data: Data, isJSON: Bool) -> Bool {
        // In the files of listeners, a line is the turn, the session and a time.
        // In journals, the header of the intent is JSON within a text.
        let words = isJSON ? [#""session":"\#(session)""#, #"\"session\":\"\#(session)\""#] : [" \(session) "]
        return words.contains { data.firstRange(of: Data($0.utf8)) != nil }
    }
}
