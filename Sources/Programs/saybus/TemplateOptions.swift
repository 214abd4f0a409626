import ArgumentParser
import SaybusEvaluation

/// The options of `saybus evaluate intent` for sentence templates with test sentences of their own, which take the
/// place of samples.
struct TemplateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Judge the sentences of a checkout of Home Assistant's intents by its tests.", valueName: "dir"))
    var homeAssistant: String?

    @Option(help: ArgumentHelp("The language of the checkout that is judged.", valueName: "code"))
    var language = "en"

    @Option(help: ArgumentHelp("Judge an Alexa interaction model, by --utterances.", valueName: "file"))
    var alexa: String?

    @Option(
        help: ArgumentHelp(
            "Lines as samples are, or of an intent's name and an utterance; AMAZON.FallbackIntent is what is meant for nobody.",
            valueName: "file"))
    var utterances: String?

    /// Returns the templates to evaluate; nil if samples are evaluated.
    func material() throws -> TemplateEvaluation.Material? {
        guard (alexa == nil) == (utterances == nil) else {
            throw ValidationError("--alexa and --utterances go together.")
        }
        guard homeAssistant == nil || alexa == nil else {
            throw ValidationError("--home-assistant and --alexa are two evaluations.")
        }
        if let homeAssistant { return .homeAssistant(folder: homeAssistant, language: language) }
        guard let alexa, let utterances else { return nil }
        return .alexa(model: alexa, utterances: utterances)
    }
}
