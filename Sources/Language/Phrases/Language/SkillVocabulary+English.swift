extension SkillVocabulary {
    /// The phrases of English, also for languages whose file has none.
    public static let english = SkillVocabulary(
        articles: ["the", "my"], nouns: ["skill", "game", "app"],
        open: [
            """
            (open [up]|start [up]|launch|run|load|begin|use|resume|play|try|enable|talk to|speak to|speak with|ask|\
            start playing|play the game|go to|bring up) <name>
            """,
            "let's (play|use|open|start|try|launch|talk to|do) <name>",
            """
            (i want|i'd like|i would like|i wanna|i need|let me|can i|can we|could we|can you|could you) [to] \
            (play|use|open|start|try|launch|run|talk to) <name>
            """,
        ],
        close: ["(close|exit|quit|stop|end|leave|cancel|shut down|turn off) <name>", "turn <name> off"],
        before: [
            "(ask|tell) <name> [(to|for|about|if|whether|that|and)]",
            """
            (open|start|launch|run|load|begin|use|resume|play|talk to) <name> (and|to) \
            [(ask|tell) (it|them) [(to|for|about)]]
            """,
            "search <name> for",
        ],
        after: ["(from|in|using|with|on|via|through) <name>"],
        intents: englishIntents, notUnderstood: "Sorry, I did not understand that.",
        givesUp: "Sorry, I still did not understand that. Goodbye.")

    private static let englishIntents: [String: [String]] = [
        "StopIntent": [
            "stop [(it|that|this|talking|playing|everything)] [(now|please|right now)]", "off", "shut up", "[be] quiet",
            "silence", "(quit|exit|end|close) [(it|this|that|now)]",
            "(quit|exit|end|close|stop|leave) [(the|this)] (game|skill|app|session|conversation)",
            "[(that's|that is|that will be|that'll be)] (enough|all) [(for now|for today|for me)]",
            "that's it [for now]", "(goodbye|good bye|bye|bye bye|see you|see you later)",
            "(i'm|i am|we're|we are) (done|finished)",
            "(i want|i'd like|i would like|i need|i have) to (stop|quit|exit|leave|go)",
            "(i don't|i do not) want to (play|go on|continue|do this) [(anymore|any more|any longer)]",
            "let's (stop|quit|call it a day) [(here|now)]", "end this", "[(turn|switch)] (it|this|that) off",
            "(turn|switch) (off|it off|this off)", "leave me alone", "no more of this",
        ],
        "CancelIntent": [
            "(no|actually|oh) (cancel [(that|it|this)]|never mind|nevermind|forget (it|that|about it))",
            "cancel (everything|the whole thing|the order|my order|the request|my request)", "abort [(it|that|this)]",
            "(don't|do not) bother", "scratch that", "drop it", "call it off", "(i|i've|i have) changed my mind",
            "let's (forget it|not do (that|it|this))", "leave it",
        ],
        "HelpIntent": [
            "what can (i|you) (say|do) [(here|now|for me)]", "(help me out|help out)",
            "(can|could|would|will) you [please] help [me] [out]",
            "i [(could|would)] (need|use) (some|a little|your) help",
            "what (do|should|could) i (say|do) [(here|now|next)]", "what (can|should|could) i ask [you]",
            "what am i supposed to (do|say)", "how (does|do) (this|it|that) [(game|skill|app|thing)] work",
            "how (do i|can i|to) (use|play) (this|it|that) [(game|skill|app)]",
            "what are the (rules|instructions|commands)",
            "(explain|tell me) (the rules|how (this|it) works|how to (play|use) (this|it))",
            "(i'm|i am) (lost|confused|stuck)", "i (don't|do not) (know what to do|get it|understand this)",
            "i have no (idea|clue) [what to (say|do)]", "(give me|i want) (help|instructions)", "instructions",
            "assist me", "what are (my|the) (options|choices)",
        ],
        "RepeatIntent": [
            "[(please|can you|could you|would you)] (repeat|repeat (that|it|this|the last one|the last part)) [again]",
            "say (that|it|this) (again|once more|one more time)", "tell me [(that|it)] again",
            "[sorry] what was that [again]",
            "(what|huh|excuse me|sorry what|come again please)", "i missed (that|it)",
            "(can|could|may) i hear (that|it) again", "(read|play) (that|it) again", "(i|i've) forgot [what you said]",
            "what did you [just] say",
        ],
        "StartOverIntent": [
            "[let's] start [(it|this|the game)] (over|again) [from the (beginning|start)]",
            "restart [(it|this|the game)]",
            "begin again", "[start] from the (beginning|start|top)", "(new game|start a new game)", "reset [(it|this)]",
            "go back to the (beginning|start)", "back to the (beginning|start)",
            "play again from the (beginning|start)",
        ],
        "NextIntent": [
            "[(the|to the)] next [(one|song|question|page|track|item)]",
            "(go|skip|move) (to the next|to next) [(one|song|question|page|track|item)]",
            "skip [(it|this|that|this one|that one|this song|this question|forward|ahead)]", "go (on|forward)",
            "move on",
        ],
        "PreviousIntent": [
            "[(the|to the)] previous [(one|song|question|page|track|item)]", "[go] back [one]", "(back up|skip back)",
            "[the] one before", "go to the previous [(one|song|question|page|track|item)]",
        ],
        "PauseIntent": [
            "pause [(it|that|this|the (song|game|music))]", "(hold on|wait) [(a|one|just a) (second|moment|minute)]",
            "[just] (a|one) (second|moment|minute)",
        ],
        "ResumeIntent": [
            "resume [(it|this|that|playing|the (song|game|music))]",
            "[let's] continue [(playing|the (song|game|music))]",
            "(keep|carry) (going|on)", "unpause", "(go on|keep) playing",
        ],
        "LoopOnIntent": [
            "loop [on]", "(turn [the] loop on|turn on [the] loop)", "keep (repeating|looping) [(it|this)]",
        ],
        "LoopOffIntent": ["loop off", "(turn off the loop|turn the loop off|stop (looping|repeating))"],
        "ShuffleOnIntent": ["shuffle [(on|mode|it|them)]", "(turn on shuffle|turn shuffle on)", "mix (it|them) up"],
        "ShuffleOffIntent": ["shuffle off", "stop shuffling", "(turn off shuffle|turn shuffle off)"],
        "NavigateHomeIntent": ["[(go|take me)] home", "[go to the] home screen", "main menu"],
        "NavigateSettingsIntent": ["[(open|show|go to)] [the] settings"],
        "PageUpIntent": ["page up"], "PageDownIntent": ["page down"],
        "ScrollUpIntent": ["scroll up"], "ScrollDownIntent": ["scroll down"],
        "ScrollLeftIntent": ["scroll left"], "ScrollRightIntent": ["scroll right"],
    ]
}
