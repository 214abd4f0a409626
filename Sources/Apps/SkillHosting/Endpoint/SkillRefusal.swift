import Foundation
import SaybusSupport

/// A line of JSON with which a skill's program says that it has failed to answer a request: `{"error": "why"}`. The
/// program goes on.
struct SkillRefusal: Encodable, Equatable {
    /// The reason.
    let error: String

    /// Creates a refusal for an error, in a single line.
    init(_ error: any Error) { self.error = LogLine.clean("\(error)", limit: 300) }

    /// Reads an answer that is no response; nil when it is no refusal either.
    init?(parsing answer: [UInt8]) {
        // An object with other keys is something else, such as a line of a log.
        guard let object = try? JSONDecoder().decode([String: String].self, from: Data(answer)), object.count == 1,
            let error = object["error"]
        else { return nil }
        self.error = error
    }

    /// The line, without its end.
    var json: [UInt8] { (try? JSONEncoder().encode(self)).map(Array.init) ?? [] }
}
