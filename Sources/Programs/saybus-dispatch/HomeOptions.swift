import ArgumentParser
import SaybusHomeAssistant
import SaybusPhrases

/// The options of Home Assistant as an app.
struct HomeOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Home Assistant as an app, alone or beside another one: its address.", valueName: "http://host:8123"))
    var homeAssistant: String?

    @Option(
        help: ArgumentHelp(
            "The file with a long-lived access token of Home Assistant, which only you can read.", valueName: "file"))
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Home Assistant's sentences: the package home-assistant-intents (its folder, or one of its JSON files), or a checkout.",
            valueName: "path"))
    var sentences: String?

    @Option(
        help: ArgumentHelp(
            "The language of the sentences, such as de; default: that of SAYBUS_LANGUAGE, or en.", valueName: "code"))
    var sentenceLanguage: String?

    @Flag(help: "Pass sentences that no app knows on to Home Assistant's own conversation.")
    var askHomeAssistant = false

    func validate() throws {
        guard homeAssistant != nil else {
            guard tokenFile == nil, sentences == nil, sentenceLanguage == nil, !askHomeAssistant else {
                throw ValidationError(
                    "--token-file, --sentences, --sentence-language and --ask-home-assistant need --home-assistant.")
            }
            return
        }
        guard tokenFile != nil, sentences != nil else {
            throw ValidationError("--home-assistant needs --token-file and --sentences.")
        }
    }

    /// Reads the settings; nil without `--home-assistant`.
    func settings() throws -> HomeAssistantOptions? {
        guard let homeAssistant, let tokenFile, let sentences else { return nil }
        return try HomeAssistantOptions(
            url: homeAssistant, tokenFile: tokenFile, sentences: sentences,
            language: sentenceLanguage ?? Language.inUse.numbers.language, asksForUnknown: askHomeAssistant)
    }
}
