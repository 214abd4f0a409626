import Foundation
import SaybusTesting
import Testing

@Suite("SayKit's names")
struct SayKitNamesTests {
    /// The texts of the files with the declarations.
    private static let texts: [String] = {
        let folder = PackageFolder.containing().appending(path: "Sources/Apps/Conversation/SayKitNames")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.map { (try? String(contentsOf: $0, encoding: .utf8)) ?? "" }
    }()

    /// The declarations with SayKit's names, and the names to which they lead.
    private static let renames: [(old: String, new: String)] = {
        texts.flatMap { text -> [(String, String)] in
            text.matches(of: /renamed: "([^"]+)"\)\s+public (?:static )?(?:typealias|var|func) (\w+)/).map {
                (String($0.2), String($0.1))
            }
        }
    }()

    @Test("the page that compares with SayKit lists every renamed declaration")
    func documented() throws {
        let page = try String(
            contentsOf: PackageFolder.containing()
                .appending(path: "Sources/Apps/Conversation/Conversation.docc/SayKit.md"),
            encoding: .utf8)
        try #require(Self.renames.count > 80)
        for rename in Self.renames where !rename.old.hasPrefix("SAYStandardCommand") {
            let prefixed = "SAY" + rename.new
            let isListed = page.contains("`\(rename.old)`") || page.contains("`\(rename.old)(")
            let isOnlyRelabelled = rename.new.hasPrefix("\(rename.old)(")
            #expect(isListed || isOnlyRelabelled || rename.old == prefixed, "\(rename.old) is not listed")
        }
    }

    @Test(
        "its protocols and the constants of its validation errors and tracks are declared",
        arguments: [
            "SAYValidationErrorTypeInvalidInput", "SAYValidationErrorTypeNoInput", "SAYAudioTrackMainPriority",
            "SAYAudioTrackVoiceRequestPriority", "SAYSpeechRecognitionServiceDelegate",
            "SAYSpeechRecognitionManagerDelegate", "SAYManagedSynthesizerDependant",
            "SAYSpeechSynthesizerProxyDelegate", "SAYAudioFocusRequester", "SAYAudioFocusGuard",
            "SAYOperationObserver", "SAYVoiceRequestMicrophoneDelegate",
        ])
    func declared(name: String) throws {
        let declaration = try Regex("(var|protocol) \(name)\\b")
        #expect(Self.texts.contains { $0.contains(declaration) })
    }
}
