extension SkillVocabulary {
    /// The phrases of German.
    public static let german = SkillVocabulary(
        articles: ["den", "die", "das", "der", "dem", "mein", "meine", "meinen"], nouns: ["skill", "spiel", "app"],
        open: [
            """
            (öffne|starte|beginne|lade|aktiviere|nutze|benutze|verwende|spiele|spiel|frage|frag|rede mit|sprich mit|\
            geh zu|mach) <name> [(auf|an)]
            """,
            """
            (ich möchte|ich will|ich würde gern|ich würde gerne|lass uns|lasst uns|wir möchten|wir wollen|kannst du|\
            könntest du) [mit] <name> (öffnen|starten|beginnen|nutzen|benutzen|verwenden|spielen|reden|sprechen)
            """,
            "<name> (öffnen|starten|spielen|aufmachen)",
        ],
        close: [
            "(schließe|schließ|beende|verlasse|stoppe|stopp) <name>", "<name> (schließen|beenden|verlassen|stoppen)",
        ],
        before: [
            "(frag|frage|bitte) <name> [(nach|um|ob|wie|was|wann|wo)]", "(sag|sage) <name> [(dass|er soll|sie soll)]",
            "(öffne|starte|beginne|lade|nutze|benutze|spiele|spiel) <name> und [(frag|frage|bitte) [nach]]",
            "(suche|such) (bei|mit|in) <name> nach",
        ],
        after: ["(von|in|bei|mit|auf|über) <name>"],
        intents: germanIntents, notUnderstood: "Entschuldigung, das habe ich nicht verstanden.",
        givesUp: "Entschuldigung, das habe ich wieder nicht verstanden. Auf Wiederhören.")

    private static let germanIntents: [String: [String]] = [
        "YesIntent": [
            """
            (ja|jawohl|jo|jep|klar|na klar|sicher|natürlich|genau|richtig|stimmt|okay|ok|in ordnung|gerne|gern|unbedingt|\
            absolut|selbstverständlich|korrekt|einverstanden|gut|super|prima|passt) \
            [(bitte|gerne|gern|danke|genau|klar|natürlich|sicher|mach das|das stimmt|das passt|das ist richtig)]
            """,
            "[ja] das (ist (richtig|korrekt|gut|in ordnung)|stimmt|passt|will ich|möchte ich)",
            "[ja] (mach das|tu das|los|mach weiter|bitte|ich will|ich möchte|auf jeden fall|aber sicher|warum nicht)",
            "(ich denke|ich glaube) (ja|schon)", "von mir aus", "geht klar",
        ],
        "NoIntent": [
            "(nein|nö|nee|ne|niemals|nie|auf keinen fall|keinesfalls) [(danke|bitte|nicht|lieber nicht|das stimmt nicht)]",
            "[nein] (lieber nicht|bitte nicht|eher nicht|danke nicht|nicht jetzt|noch nicht|nicht heute|jetzt nicht)",
            "[nein] das (stimmt nicht|ist (falsch|nicht richtig|nicht gut)|passt nicht|will ich nicht|möchte ich nicht)",
            "(falsch|stimmt nicht|gar nicht|überhaupt nicht|natürlich nicht)",
            "ich (will|möchte|glaube|denke) [das] nicht", "nichts",
        ],
        "CancelIntent": [
            "(abbrechen|abbruch|brich ab|brich das ab)",
            "[ach] (vergiss es|vergiss das|egal|schon gut|lass es|lass das)",
            "ich (habe es mir|hab es mir|hab's mir) anders überlegt",
        ],
        "StopIntent": [
            """
            (stopp|stop|halt|aufhören|hör auf|schluss|aus|ende|beenden|ruhe|sei still|sei ruhig|beende) \
            [(jetzt|bitte|damit|das spiel|den skill|mit dem spiel)]
            """,
            "(das|es) reicht [(für heute|jetzt)]", "das (ist|war) (alles|genug)", "genug",
            "(tschüss|tschüs|auf wiedersehen|auf wiederhören|bis später|bis bald)", "ich bin fertig",
            "ich (will|möchte) (aufhören|nicht mehr|nicht mehr spielen)", "mach (aus|schluss)",
        ],
        "HelpIntent": [
            "hilfe [bitte]", "(hilf mir|kannst du mir helfen|könntest du mir helfen|ich brauche hilfe) [bitte]",
            "was kann (ich|man) [hier] (sagen|tun|machen|fragen)", "was kannst du [(alles|tun|machen)]",
            "(wie funktioniert|wie geht) (das|es|dieses spiel|dieser skill)", "was soll ich (sagen|tun|machen)",
            "ich (weiß|verstehe) (nicht|es nicht|das nicht|nicht weiter|nicht was ich sagen soll)",
            "(erklär|erkläre) mir (das|die regeln|das spiel)",
        ],
        "RepeatIntent": [
            "(wiederhole|wiederhol|wiederholen) [(das|es|die frage)] [bitte]", "sag (das|es) [bitte] noch mal",
            "[bitte] noch (mal|einmal) [bitte]", "nochmal [bitte]", "wie bitte", "(was|wie) hast du gesagt",
            "was war das", "(kannst|könntest) du das [bitte] (wiederholen|noch mal sagen|nochmal sagen)",
            "ich habe (das|dich|es) nicht verstanden",
        ],
        "StartOverIntent": [
            "[noch mal] von vorne [(anfangen|beginnen|bitte)]", "neu (starten|anfangen|beginnen)", "neustart",
            "(starte|beginne|fang) (neu|noch mal|von vorne [an])", "(neues spiel|ein neues spiel)",
        ],
        "NextIntent": [
            "[(das|die|der)] (nächste|nächstes|nächster) [(frage|lied|seite|stück)]", "weiter", "überspringen",
            "(überspring|überspringe) (das|es|die frage)",
        ],
        "PreviousIntent": [
            "[(das|die|der)] (vorherige|vorheriges|letzte) [(frage|lied|seite|stück)]", "zurück", "geh zurück",
        ],
        "PauseIntent": ["pause", "(pausiere|pausieren|anhalten)", "(moment|einen moment|warte) [(bitte|mal)]"],
        "ResumeIntent": ["fortsetzen", "(mach|geh) weiter", "weitermachen", "weiterspielen", "setz (das|es) fort"],
        "MoreIntent": ["mehr [davon] [bitte]", "(zeig|sag|erzähl) mir mehr", "was noch", "noch (etwas|was)"],
        "LoopOnIntent": ["(wiederholung|endlosschleife|schleife) an"],
        "LoopOffIntent": ["(wiederholung|endlosschleife|schleife) aus"],
        "ShuffleOnIntent": ["(zufallswiedergabe|zufällige reihenfolge|mischen) [an]"],
        "ShuffleOffIntent": ["(zufallswiedergabe|mischen) aus"],
        "NavigateHomeIntent": ["(startseite|hauptmenü)", "[geh] nach hause"],
        "NavigateSettingsIntent": ["[(öffne|zeig)] [die] einstellungen"],
        "PageUpIntent": ["seite (hoch|rauf)"], "PageDownIntent": ["seite runter"],
        "ScrollUpIntent": ["nach oben [scrollen]"], "ScrollDownIntent": ["nach unten [scrollen]"],
        "ScrollLeftIntent": ["nach links [scrollen]"], "ScrollRightIntent": ["nach rechts [scrollen]"],
    ]
}
