import SaybusConversation

/// A tutorial of standard and custom commands in a flat list. The program speaks each command that it receives.
@main
final class CommandTutorial: ConversationApp {
    static let name = "tutorial"
    static let abstract = "Recognizes standard and custom commands and tells which one it was."

    private var controller: TutorialController?

    func setUp(_ manager: ConversationManager) {
        let commandRegistry = CommandRecognizerCatalog()
        let soundBoard = SoundBoard()
        manager.commandRegistry = commandRegistry
        manager.addAudioSource(soundBoard, forTrack: .main)
        let controller = TutorialController(commandRegistry: commandRegistry, soundBoard: soundBoard)
        controller.addRecognizers()
        self.controller = controller
    }
}
