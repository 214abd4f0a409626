import SaybusConversation

extension StandardCommand {
    /// The default actions in app files, by type, of the standard commands that need no actions of the app's own.
    static let actions: [String: [Action]] = [
        help: [.tell(.help)], availableCommands: [.tell(.commands)],
    ].merging(
        [
            increaseSpeechRate, decreaseSpeechRate, increaseSpeechVolume, decreaseSpeechVolume, setSpeechRate,
            setSpeechVolume, setVoice,
        ].map { ($0, [.adjustSpeech($0)]) }, uniquingKeysWith: { first, _ in first })
}
