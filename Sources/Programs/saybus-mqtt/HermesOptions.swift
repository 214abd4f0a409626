import ArgumentParser
import SaybusMQTT

/// The options of the Hermes protocol.
struct HermesOptions: ParsableArguments {
    @Flag(help: "Speak the Hermes protocol of Snips and Rhasspy on hermes/…: dialogues, intents, texts and sounds.")
    var hermes = false

    @Option(
        help: ArgumentHelp(
            "The sentences of Hermes apps' intents: Rhasspy's sentences.ini.", valueName: "file"))
    var hermesIntents: String?

    @Option(
        help: ArgumentHelp(
            "A folder for the sounds of playBytes; start saybus-audio with --sounds FOLDER, too.", valueName: "folder"))
    var hermesSounds: String?

    func validate() throws {
        guard hermes || (hermesIntents == nil && hermesSounds == nil) else {
            throw ValidationError("--hermes-intents and --hermes-sounds need --hermes.")
        }
    }

    func configuration() throws(MQTTError) -> HermesConfiguration? {
        guard hermes else { return nil }
        let intents = try hermesIntents.map { path throws(MQTTError) in try SentencesFile.catalog(at: path) }
        if let hermesSounds { try HermesConfiguration.checkFolder(hermesSounds) }
        return HermesConfiguration(intents: intents, soundFolder: hermesSounds)
    }
}
