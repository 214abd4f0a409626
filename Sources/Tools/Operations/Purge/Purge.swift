import Foundation
import SaybusAppFiles
import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusTerminal

/// `saybus purge`: removes what is stored about a conversation.
public struct Purge: Sendable {
    /// Something that was removed, or would be, as `--json` prints it.
    public struct Item: Sendable, Codable, Equatable {
        /// The path of the file that held the content.
        public let file: String
        /// The removed content, for people.
        let content: String

        /// Creates an item.
        public init(file: String, content: String) { (self.file, self.content) = (file, content) }
    }

    private let session: Session
    private let address: BusAddress
    private let isTrial: Bool
    private let takesAllBuses: Bool
    private let folder: String?
    /// The places of the package's services.
    var services = ServicePlaces()

    /// Creates a purge of a session.
    /// - Parameters:
    ///   - session: The session.
    ///   - address: The bus, beside whose sockets programs remember open turns.
    ///   - isTrial: Whether to look only.
    ///   - takesAllBuses: Whether to remove the timers of conversations of this name on other buses, too.
    ///   - folder: The folder of the apps' state; nil for that of the environment.
    public init(
        _ session: Session, at address: BusAddress, isTrial: Bool = false, takesAllBuses: Bool = false,
        folder: String? = nil
    ) {
        (self.session, self.address, self.isTrial) = (session, address, isTrial)
        (self.takesAllBuses, self.folder) = (takesAllBuses, folder)
    }

    /// Checks that the folders can be listed, so that what is stored in them is found.
    /// - Throws: `StageFailure` with code `inputOutput` for a folder that is there and cannot be listed, such as one of
    ///   another user.
    public func checkFolders() throws(StageFailure) {
        let state = folder ?? UserDirectory.appState()
        let apps = (try? FileManager.default.contentsOfDirectory(atPath: "\(state)/apps")) ?? []
        for folder in [state, "\(state)/apps"] + apps.map({ "\(state)/apps/\($0)" }) + [address.turnFolder] {
            if let directory = opendir(folder) {
                closedir(directory)
                continue
            }
            let reason = errno
            guard reason != ENOENT, reason != ENOTDIR else { continue }
            throw StageFailure(
                .inputOutput,
                "\(folder) cannot be read: \(String(cString: strerror(reason))); run this as the user who owns it")
        }
    }

    /// Removes, and prints what was removed.
    /// - Parameters:
    ///   - recordings: The items that were removed from recordings.
    ///   - isComplete: Whether nothing is left in recordings.
    ///   - isJSON: Whether to print JSON.
    ///   - output: Gets the removed items.
    ///   - notes: Gets further notes for people.
    /// - Throws: `StageFailure` with code `inputOutput` when a file cannot be removed or written.
    public func run(
        _ recordings: [Item], isComplete: Bool = true, isJSON: Bool, output: TextOutput = .standardOutput,
        notes: TextOutput = .standardError
    ) async throws {
        var items = recordings
        do {
            for file in try ConversationStore.purge(
                session, folder: folder.map { URL(filePath: $0) }, isTrial: isTrial)
            {
                items.append(Item(file: file, content: "the app's values"))
            }
            let bus = takesAllBuses ? nil : address
            for result in try await AppStorePurge.purge(session, of: bus, in: folder, isTrial: isTrial) {
                let count = result.scheduled
                items.append(
                    Item(
                        file: result.path,
                        content: count == 1 ? "1 timer, alarm or reminder" : "\(count) timers, alarms and reminders"))
            }
        } catch {
            throw StageFailure(.inputOutput, "\(error)")
        }
        let turns = TurnFilePurge.purge(session, in: address.turnFolder, isTrial: isTrial)
        items += turns.removed.map { Item(file: $0, content: "turns of a program that is gone") }
        let remaining = takesAllBuses ? [] : await AppStorePurge.remaining(session, besides: address, in: folder)
        if isJSON {
            output.json(try JSONValue(items).text(indented: true))
        } else {
            for item in items { output.line("\(isTrial ? "would remove" : "removed") \(item.content): \(item.file)") }
            if items.isEmpty, isComplete {
                output.line("nothing is stored about \(session)\(remaining.isEmpty ? "" : " on the bus \(address)")")
            }
        }
        if !remaining.isEmpty {
            notes.line(
                "\(session) may have timers on other buses, or on this one under a former address, which stay, in \(remaining.joined(separator: ", ")): give their --bus, or --all-buses"
            )
        }
        let own = folder ?? UserDirectory.appState()
        if let command = services.purge(of: session, besides: own) {
            notes.line("what the services store about \(session) is not in \(own), and stays; for that: \(command)")
        }
        if !turns.inUse.isEmpty {
            notes.line(
                "programs that run remember turns of \(session) until they end: \(turns.inUse.joined(separator: ", "))")
        }
        if !isTrial, BrokerProbe.obstacle(address) == nil {
            notes.line(
                "apps that run have their values in memory and may write them again: stop the pipeline at \(address) first, or start dispatch again"
            )
        }
    }
}
