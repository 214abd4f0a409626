import SaybusConversation

extension StandardCommand {
    /// What those do in an app's file that need no actions of the app's own, by type.
    static let actions: [String: [Action]] = [
        help: [.tell(.help)], availableCommands: [.tell(.commands)],
    ].merging(
        [
            increaseSpeechRate, decreaseSpeechRate, increaseSpeechVolume, decreaseSpeechVolume, setSpeechRate,
            setSpeechVolume, setVoice,
        ].map { ($0, [.adjustSpeech($0)]) }, uniquingKeysWith: { first, _ in first })
}
