import ArgumentParser
import SaybusEvaluation

/// The options of `saybus evaluate intent` for sentence templates with test sentences of their own, which take the
/// place of samples.
struct TemplateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Evaluate the sentences of a checkout of Home Assistant's intents with its tests.", valueName: "dir"))
    var homeAssistant: String?

    @Option(
        help: ArgumentHelp(
            "The language of the checkout to evaluate. all prints a table of the languages, also of the package home-assistant-intents: of each template one sentence is made, and looked for again. Default: en.",
            valueName: "code"))
    var language: String?

    @Option(
        help: ArgumentHelp(
            "Evaluate an Alexa interaction model with the utterances of --utterances.", valueName: "file"))
    var alexa: String?

    @Option(
        help: ArgumentHelp(
            "The test utterances: lines in the format of samples, or with an intent's name and an utterance; AMAZON.FallbackIntent means out of scope.",
            valueName: "file"))
    var utterances: String?

    /// Returns the templates to evaluate; nil if samples are evaluated.
    func material() throws -> TemplateEvaluation.Material? {
        guard (alexa == nil) == (utterances == nil) else {
            throw ValidationError("--alexa and --utterances go together.")
        }
        guard homeAssistant == nil || alexa == nil else {
            throw ValidationError("Choose --home-assistant or --alexa.")
        }
        guard homeAssistant != nil || language == nil else {
            throw ValidationError("--language belongs to --home-assistant.")
        }
        if let homeAssistant {
            let language = language ?? "en"
            return language == "all"
                ? .homeAssistantLanguages(folder: homeAssistant)
                : .homeAssistant(folder: homeAssistant, language: language)
        }
        guard let alexa, let utterances else { return nil }
        return .alexa(model: alexa, utterances: utterances)
    }
}
