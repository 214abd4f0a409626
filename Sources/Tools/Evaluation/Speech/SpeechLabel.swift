import Foundation
import SaybusMessages
import SaybusStage
import SaybusSupport

/// A recording and its meaning: a line of a label file.
struct SpeechLabel: Sendable, Equatable, Decodable {
    /// The path of the recording, relative to the folder of the label file unless it is absolute.
    let audio: String
    /// The type of the command; nil or empty when the recording holds no command of the app.
    let intent: String?
    /// The parameters of the command by name.
    let slots: [String: Parameter.Value]?
    /// The words spoken; nil when the label does not hold them.
    let text: String?

    /// Whether the recording holds a command.
    var isCommand: Bool { intent?.isEmpty == false }

    /// Returns the path of the recording, when the label stands in the given label file.
    func path(besides labels: String) -> String {
        URL(fileURLWithPath: audio, relativeTo: URL(fileURLWithPath: labels).deletingLastPathComponent()).path
    }

    /// Reads a label file with one JSON object a line. Empty lines are skipped.
    ///
    /// - Throws: `StageFailure` that names the file and the line.
    static func read(_ path: String) throws(StageFailure) -> [SpeechLabel] {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw StageFailure(.noInput, "\(path) cannot be read: give a file with a JSON object a line")
        }
        var labels: [SpeechLabel] = []
        let decoder = JSONDecoder()
        for (index, line) in content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        {
            guard line.contains(where: { $0 > UInt8(ascii: " ") }) else { continue }
            do {
                labels.append(try decoder.decode(SpeechLabel.self, from: Data(line)))
            } catch {
                throw StageFailure(
                    .noInput,
                    "\(path):\(index + 1) is no label (\(error.plainReason)): write {\"audio\": PATH, \"intent\": NAME, \"slots\": {NAME: VALUE}}"
                )
            }
        }
        guard !labels.isEmpty else { throw StageFailure(.noInput, "\(path) has no label") }
        return labels
    }

    /// Reads the labels that hold a command.
    ///
    /// - Throws: `StageFailure` also when there is none.
    static func commands(in path: String) throws(StageFailure) -> [SpeechLabel] {
        let commands = try read(path).filter(\.isCommand)
        guard !commands.isEmpty else {
            throw StageFailure(.noInput, "\(path) has no label with a command: give intent in at least one")
        }
        return commands
    }
}
