import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization

/// A file with the turns that this listener has opened and that the intent stage has not received yet.
///
/// The sound of such a turn is in this program only. When the program is killed, the next listener reads the file, and
/// ends the turns that get no transcript: otherwise nobody would.
final class OpenTurnFile {
    /// A turn of a listener that is gone.
    struct Orphan: Equatable {
        let turn: TurnID
        let session: Session
    }

    /// The age, in microseconds, from which a turn needs no end any more.
    static let maximumAge: Int64 = 60_000_000
    private static let suffix = ".open"
    /// The number of files that this program has made: it may have several listeners, each with a file of its own.
    private static let made = Atomic(0)

    private let folder: String
    private let prefix: String
    private let path: String
    private let descriptor: Int32?
    private let logger: Logger
    private var open: Set<TurnID> = []
    private var hasWarned = false

    /// Creates the file.
    /// - Parameters:
    ///   - folder: The folder with the files of all programs on this bus.
    ///   - bus: The URL of the bus, since several may share a folder.
    ///   - logger: Is told when the file cannot be written.
    init(folder: String, bus: String, logger: Logger) {
        (self.folder, self.logger) = (folder, logger)
        prefix = "listen-" + bus.asFileName + "."
        let number = Self.made.add(1, ordering: .relaxed).oldValue
        path = "\(folder)/\(prefix)\(getpid())\(number == 0 ? "" : "-\(number)")\(Self.suffix)"
        do throws(SystemCallError) {
            try PrivateDirectory.create(folder)
            descriptor = LockedFile.open(path)
            if descriptor == nil { warn(SystemCallError("open the file")) }
        } catch {
            descriptor = nil
            warn(error)
        }
    }

    deinit {
        guard let descriptor else { return }
        if open.isEmpty { unlink(path) }
        close(descriptor)
    }

    /// Adds a turn, before its beginning is published.
    func add(_ turn: TurnID, in session: Session) {
        open.insert(turn)
        append("\(turn) \(session.rawValue) \(SteadyClock.microseconds())\n")
    }

    /// Removes a turn.
    func remove(_ turn: TurnID) {
        guard open.remove(turn) != nil else { return }
        // Turns overlap rarely, so the file is soon empty again.
        if open.isEmpty, let descriptor { ftruncate(descriptor, 0) } else { append("\(turn)\n") }
    }

    /// Removes the files of listeners that are gone.
    /// - Returns: Their turns of the last minute, in the order in which they were spoken.
    func takeOrphans() -> [Orphan] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var orphans: [Orphan] = []
        for name in names where name.hasPrefix(prefix) && name.hasSuffix(Self.suffix) {
            let other = "\(folder)/\(name)"
            guard other != path, let descriptor = LockedFile.open(other) else { continue }
            defer { close(descriptor) }
            orphans += Self.orphans(in: FileManager.default.contents(atPath: other) ?? Data())
            unlink(other)
        }
        return orphans.sorted { $0.turn < $1.turn }
    }

    private static func orphans(in data: Data) -> [Orphan] {
        // A time after now is one before the machine was started.
        let now = SteadyClock.microseconds()
        let times = now - maximumAge...now
        var orphans: [Orphan] = []
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard let turn = words.first.flatMap({ TurnID($0) }) else { continue }
            if words.count == 1 {
                orphans.removeAll { $0.turn == turn }
            } else if words.count == 3, let session = Session(rawValue: words[1]), let at = Int64(words[2]),
                times.contains(at)
            {
                orphans.append(Orphan(turn: turn, session: session))
            }
        }
        return orphans
    }

    private func append(_ line: String) {
        guard let descriptor else { return }
        let bytes = Array(line.utf8)
        if write(descriptor, bytes, bytes.count) != bytes.count { warn(SystemCallError("write the file")) }
    }

    private func warn(_ error: SystemCallError) {
        guard !hasWarned else { return }
        hasWarned = true
        logger.warning(
            "open turns are not remembered across a restart",
            metadata: ["file": "\(path)", "error": "\(error)"])
    }
}
