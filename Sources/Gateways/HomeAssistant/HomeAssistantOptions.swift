import Foundation
import SaybusInteractionModels
import SaybusStage
import SaybusSupport

/// The settings of a home.
public struct HomeAssistantOptions: Sendable {
    /// The name of the app, by which "ask home assistant to …" reaches it.
    public static let app = "home-assistant"

    /// The address: `http://host:8123` or `https://…`.
    let url: String
    let token: String
    let model: HomeAssistantModel
    let asksForUnknown: Bool

    /// The most bytes of the token's file.
    private static let maximumTokenFileBytes = 4096

    /// Reads the token and the sentences.
    /// - Parameters:
    ///   - url: The address of Home Assistant.
    ///   - tokenFile: A file with a long-lived access token, which only its owner can read.
    ///   - sentences: A checkout of Home Assistant's intents, or the folder or JSON file of the package
    ///     `home-assistant-intents`.
    ///   - language: The language of the sentences, such as `en`.
    ///   - asksForUnknown: Whether sentences that no app knows are passed on to Home Assistant.
    /// - Throws: `StageFailure` with code `usage`, `noInput` or `configuration`.
    public init(
        url: String, tokenFile: String, sentences: String, language: String, asksForUnknown: Bool
    ) throws(StageFailure) {
        // They would be in the log, the status and the next error, and are not sent. An address that cannot be parsed
        // may have them, too, and no other part of an address needs the sign.
        guard !url.contains("@") else {
            throw StageFailure(
                .usage, "--home-assistant takes an address without user and password: use --token-file instead")
        }
        guard let parts = URLComponents(string: url), ["http", "https"].contains(parts.scheme), parts.host != nil else {
            throw StageFailure(.usage, "--home-assistant takes http://host:8123 or https://host, not \"\(url)\"")
        }
        self.url = url
        let file: RegularFile
        do throws(FileReadError) {
            file = try RegularFile(tokenFile, atMost: Self.maximumTokenFileBytes)
        } catch {
            throw StageFailure(.noInput, "the file of the token, \(tokenFile), \(error)")
        }
        guard file.mode & 0o077 == 0 else {
            throw StageFailure(
                .configuration, "everyone can read the token in \(tokenFile): chmod 600 \(tokenFile)")
        }
        token = String(decoding: file.bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty, !token.contains(where: \.isWhitespace) else {
            throw StageFailure(.configuration, "\(tokenFile) does not hold a token: one line without spaces")
        }
        do {
            model = try HomeAssistantModel(contentsOf: sentences, language: language, withResponses: true)
        } catch {
            throw StageFailure(.configuration, "\(error)")
        }
        self.asksForUnknown = asksForUnknown
    }
}
