import ArgumentParser
import SaybusBus
import SaybusOperations
import SaybusStage
import SaybusTap

/// The `saybus purge` command.
struct PurgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge",
        abstract:
            "Removes what is stored about a conversation: the apps' values, timers, turns, and messages of recordings.",
        discussion: """
            Nothing else is stored about a conversation: sound and text pass through the bus, and only recordings store them. \
            Lists of apps in YAML belong to the app, not to a conversation, and stay. The handbook of operations says what is stored where.

            Timers and turns are those of one bus; the files that have timers of the same conversation on other buses are named, and \
            --all-buses removes those, too. The apps' values are the same on all buses of this user, in the folder of SAYBUS_STATE if it is set: \
            a conversation of the same name on another bus loses them. See everything with --dry-run.

            Examples: saybus purge kitchen --dry-run
                      saybus purge kitchen --recording evening.db
                      saybus purge kitchen --all-buses

            Exit codes: 0, also when nothing was stored; 64 bad usage, 66 no such recording, 74 a folder cannot be read, \
            or a file cannot be removed or written.
            """)

    @Argument(help: "The conversation (session), such as a room's name.")
    var session: String

    @Option(
        help: ArgumentHelp(
            "Remove its messages from this recording of saybus-tap, too. Can be repeated.", valueName: "file"))
    var recording: [String] = []

    @Flag(help: "Only show what would be removed.")
    var dryRun = false

    @Flag(help: "Print JSON.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "The bus of the conversation: ipc:///directory or tcp://host:port.", valueName: "url"))
    var bus: String?

    @Flag(help: "Remove its timers on all buses, such as those from before a bus was moved.")
    var allBuses = false

    func validate() throws { _ = try SessionOptions.session(named: session) }

    func run() async throws {
        try await reportingFailure("saybus purge") {
            let session = try SessionOptions.session(named: session)
            let purge = try Purge(session, at: BusAddress.chosen(bus), isTrial: dryRun, takesAllBuses: allBuses)
            try purge.checkFolders()
            var items: [Purge.Item] = []
            var known: Set<String> = []
            let files = recording.filter { known.insert($0).inserted }
            // All are opened first, since another one may be no recording.
            for file in files { _ = try await RecordingPurge(file).purge(session, isTrial: true) }
            // One that is read by another program keeps nothing else from being removed.
            var failures: [StageFailure] = []
            for file in files {
                do {
                    let count = try await RecordingPurge(file).purge(session, isTrial: dryRun).messages
                    guard count > 0 else { continue }
                    items.append(
                        Purge.Item(file: file, content: "\(count) recorded message\(count == 1 ? "" : "s")"))
                } catch let failure as StageFailure {
                    failures.append(failure)
                }
            }
            try await purge.run(items, isComplete: failures.isEmpty, isJSON: json)
            guard let code = failures.first?.code else { return }
            throw StageFailure(code, failures.map(\.reason).joined(separator: "; "))
        }
    }
}
