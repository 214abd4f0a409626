import Foundation
import SaybusMessages
import SaybusStage

/// A recording and what is meant in it: a line of a label file.
public struct SpeechLabel: Sendable, Equatable, Decodable {
    /// The recording: a path, relative to the label file's folder unless it is absolute.
    public let audio: String
    /// The command that is meant; nil or empty when the recording holds none that the app knows.
    public let intent: String?
    /// The command's parameters by name.
    public let slots: [String: Parameter.Value]?
    /// The words that are said; nil when nobody wrote them down.
    public let text: String?

    /// Whether a command is meant.
    public var isCommand: Bool { intent?.isEmpty == false }

    /// The recording's path, of a label from that file.
    func path(besides labels: String) -> String {
        URL(fileURLWithPath: audio, relativeTo: URL(fileURLWithPath: labels).deletingLastPathComponent()).path
    }

    /// Reads a file of labels, one JSON object a line; empty lines are left out.
    ///
    /// - Throws: ``StageFailure`` with the file and the line.
    public static func read(_ path: String) throws(StageFailure) -> [SpeechLabel] {
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
                    "\(path):\(index + 1) is no label: write {\"audio\": PATH, \"intent\": NAME, \"slots\": {NAME: VALUE}}"
                )
            }
        }
        guard !labels.isEmpty else { throw StageFailure(.noInput, "\(path) holds no label") }
        return labels
    }
}
