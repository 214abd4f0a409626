import Foundation
import SaybusPhrases

/// The language that the pipeline is in.
enum LanguageTag {
    private struct File: Decodable { var tag: String? }

    /// The BCP 47 tag in the language file that `SAYBUS_LANGUAGE` names, such as `de`; nil without a file or tag.
    static let chosen: String? = {
        guard let path = ProcessInfo.processInfo.environment[Language.variable], !path.isEmpty,
            let data = FileManager.default.contents(atPath: path),
            let tag = (try? JSONDecoder().decode(File.self, from: data))?.tag, tag.utf8.count <= 35
        else { return nil }
        return tag
    }()
}
