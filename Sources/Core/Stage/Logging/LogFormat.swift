import ArgumentParser
import Foundation

/// The form in which a program writes its log.
public enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    /// Lines for people.
    case text
    /// A JSON object a line, for collectors of logs: `time` (RFC 3339, UTC), `level`, `label`, `message`, and
    /// `metadata` with the details as strings.
    case json
    /// Entries of systemd's journal, whose fields `SAYBUS_LABEL`, `SAYBUS_TURN`, … have the details.
    case journal

    /// The format that the environment's `SAYBUS_LOG` chooses. When it chooses none: `journal` for a service of systemd
    /// whose standard error goes to the journal, else text.
    public static let ofEnvironment = chosen(by: ProcessInfo.processInfo.environment)

    static func chosen(by environment: [String: String]) -> LogFormat {
        environment["SAYBUS_LOG"].flatMap(LogFormat.init(rawValue:))
            ?? (SystemdJournal.isStandardError(environment: environment) ? .journal : .text)
    }
}
