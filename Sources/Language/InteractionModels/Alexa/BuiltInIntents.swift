import SaybusPhrases

/// The phrases of Alexa's built-in intents.
enum BuiltInIntents {
    /// The English patterns, by the part of the intent's name after `AMAZON.`. Intents without patterns, such as
    /// `FallbackIntent`, cannot be said.
    static let patterns: [String: [String]] = [
        "CancelIntent": Language.inUse.questionWords.cancel,
        "StopIntent": [
            "stop [(it|that|now)]", "off", "shut up", "be quiet", "(quit|exit)", "[that's] enough",
            "(good bye|bye bye)",
        ],
        "HelpIntent": Language.inUse.questionWords.help + ["what can (i|you) (say|do)"],
        "YesIntent": Language.inUse.replies.yes, "NoIntent": Language.inUse.replies.no,
        "RepeatIntent": Language.inUse.questionWords.again,
        "StartOverIntent": ["start (over|again)", "restart", "begin again", "from the (beginning|start)"],
        "NextIntent": ["next [one]", "skip [(it|this|that|forward|ahead)]", "go (on|forward)"],
        "PreviousIntent": ["previous [one]", "go back", "(back up|skip back)", "[the] one before"],
        "PauseIntent": ["pause [(it|that|this)]", "hold on"],
        "ResumeIntent": ["resume", "continue", "(keep|carry) (going|on)", "unpause"],
        "LoopOnIntent": ["loop [on]", "turn [the] loop on", "keep (repeating|looping) [(it|this)]"],
        "LoopOffIntent": ["loop off", "(turn off the loop|turn the loop off|stop looping)"],
        "ShuffleOnIntent": ["shuffle [(on|mode|it)]", "(turn on shuffle|turn shuffle on)", "mix it up"],
        "ShuffleOffIntent": ["shuffle off", "stop shuffling", "(turn off shuffle|turn shuffle off)"],
        "MoreIntent": Language.inUse.questionWords.more,
        "NavigateHomeIntent": ["[(go|take me)] home", "[go to the] home screen", "main menu"],
        "NavigateSettingsIntent": ["[(open|show|go to)] [the] settings"],
        "PageUpIntent": ["page up"], "PageDownIntent": ["page down"],
        "ScrollUpIntent": ["scroll up"], "ScrollDownIntent": ["scroll down"],
        "ScrollLeftIntent": ["scroll left"], "ScrollRightIntent": ["scroll right"],
    ]
}
