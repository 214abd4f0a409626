/// The types of SayKit's standard commands, for ``Command/type``.
public enum StandardCommand {
    /// Explains what the user can do here.
    public static let help = "Help"
    /// Searches for something.
    public static let search = "Search"
    /// Selects an item of a list.
    public static let select = "Select"
    /// Starts playback.
    public static let play = "Play"
    /// Pauses playback.
    public static let pause = "Pause"
    /// Goes to the next item.
    public static let next = "Next"
    /// Goes to the previous item.
    public static let previous = "Previous"
    /// Lists the valid commands.
    public static let availableCommands = "AvailableCommands"
    /// Goes to the start.
    public static let home = "Home"
    /// Goes back.
    public static let back = "Back"
    /// Switches to another tab.
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
    /// Sets the speech rate.
    public static let setSpeechRate = "SetSpeechRate"
    /// Sets the speech volume.
    public static let setSpeechVolume = "SetSpeechVolume"
    /// Chooses the voice.
    public static let setVoice = "SetVoice"

    /// All types of standard commands.
    public static let all = [
        help, search, select, play, pause, next, previous, availableCommands, home, back, switchTab, settings,
        increaseSpeechRate, decreaseSpeechRate, increaseSpeechVolume, decreaseSpeechVolume, setSpeechRate,
        setSpeechVolume, setVoice,
    ]
}
