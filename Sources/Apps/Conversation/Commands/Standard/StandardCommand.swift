/// The types of the standard commands.
public enum StandardCommand {
    /// Tells what can be done here.
    public static let help = "Help"
    /// Searches for something.
    public static let search = "Search"
    /// Chooses something from a list.
    public static let select = "Select"
    /// Plays.
    public static let play = "Play"
    /// Holds what plays.
    public static let pause = "Pause"
    /// Goes to the next one.
    public static let next = "Next"
    /// Goes to the one before.
    public static let previous = "Previous"
    /// Tells what can be said.
    public static let availableCommands = "AvailableCommands"
    /// Goes to the beginning.
    public static let home = "Home"
    /// Goes back.
    public static let back = "Back"
    /// Goes to another tab.
    public static let switchTab = "SwitchTab"
    /// Opens the settings.
    public static let settings = "Settings"
    /// Makes the voice speak faster.
    public static let increaseSpeechRate = "IncreaseSpeechRate"
    /// Makes the voice speak slower.
    public static let decreaseSpeechRate = "DecreaseSpeechRate"
    /// Makes the voice louder.
    public static let increaseSpeechVolume = "IncreaseSpeechVolume"
    /// Makes the voice quieter.
    public static let decreaseSpeechVolume = "DecreaseSpeechVolume"
    /// Sets how fast the voice speaks.
    public static let setSpeechRate = "SetSpeechRate"
    /// Sets how loud the voice is.
    public static let setSpeechVolume = "SetSpeechVolume"
    /// Chooses the voice.
    public static let setVoice = "SetVoice"

    /// All of them.
    public static let all = [
        help, search, select, play, pause, next, previous, availableCommands, home, back, switchTab, settings,
        increaseSpeechRate, decreaseSpeechRate, increaseSpeechVolume, decreaseSpeechVolume, setSpeechRate,
        setSpeechVolume, setVoice,
    ]
}
