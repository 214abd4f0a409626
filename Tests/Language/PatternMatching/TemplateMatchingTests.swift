import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import Testing

@Suite struct TemplateMatchingTests {
    private let rooms = Catalog.SlotType(
        name: "room", values: [.init(value: "Hall", synonyms: ["corridor"]), .init(value: "Cellar")])

    @Test(
        "a value behind an elided word is understood",
        arguments: ["ouvre l'eau", "ouvre l\u{2019}eau", "ouvre l eau", "allume l'eau", "allume eau", "coupe l'eau"])
    func elisions(text: String) {
        var french = Language.english
        french.elisions = ["l"]
        let things = Catalog.SlotType(name: "Objet", values: [.init(value: "eau")])
        let catalog = makeCatalog(
            ["X": ["ouvre l'@o:Objet", "allume [l']@o:Objet", "coupe [l] @o:Objet"]], types: [things])
        let matches = PatternMatcher([catalog], language: french).match(text)
        #expect(matches.first?.parameters["o"]?.value == .text("eau"))
        #expect(matches.first?.parameters["o"]?.words == "eau")
    }

    @Test(
        "alternatives, options, parts of words, any order and rules match",
        arguments: [
            "turn on the lamp in the hall", "switch on lamp hall", "turn the lamps on in the corridor",
            "switch lamps on in cellar",
        ])
    func ways(text: String) {
        let catalog = Catalog(
            app: "app",
            commands: [
                .init(
                    type: "On", patterns: ["<switch> (on;[the] lamp[s]) [in] [the] {room}"])
            ], slotTypes: [rooms], rules: ["switch": "(turn|switch)"])
        let best = PatternMatcher([catalog]).match(text).first
        #expect(best?.type == "On")
        #expect(best?.parameters["room"]?.type == "room")
    }

    @Test("the type of {name} is the command's declaration, else the list with that name, else the built-in type")
    func declarations() {
        let commands = [
            Catalog.Command(type: "Slot", patterns: ["slot {room}"], slots: [.init(name: "room", type: "Number")]),
            Catalog.Command(type: "List", patterns: ["list {room}"]),
            Catalog.Command(type: "BuiltIn", patterns: ["type {AMAZON.TIME:room}"]),
        ]
        let matcher = PatternMatcher([Catalog(app: "app", commands: commands, slotTypes: [rooms])])
        #expect(matcher.problems.isEmpty)
        #expect(matcher.match("slot five").first?.parameters["room"]?.value == .number(5))
        #expect(matcher.match("slot hall").isEmpty)
        #expect(matcher.match("list corridor").first?.parameters["room"]?.value == .text("Hall"))
        #expect(matcher.match("type half past two").first?.parameters["room"]?.value == .text("02:30"))
    }

    @Test("letters after a value are a word of their own, or the end of its last word")
    func compounds() {
        let rooms = Catalog.SlotType(
            name: "area", values: [.init(value: "Wohnzimmer"), .init(value: "Rote Küche", synonyms: ["Esszimmer"])])
        let lists = Catalog.SlotType(name: "list", values: [.init(value: "Haushalt"), .init(value: "To-Do")])
        let matcher = makeMatcher(
            [
                "Temperature": ["[die ]{area}[ ](temperatur|heizung|klima(anlage|tisierung)) auf {0..30:n}"],
                "Add": ["packe @item:String auf die {list}[s][ ]liste"], "Warm": ["ist (das|die) {area}[n] warm"],
            ],
            types: [rooms, lists])
        #expect(matcher.problems.isEmpty)
        for text in ["die Wohnzimmertemperatur auf 20", "Wohnzimmer Heizung auf 20", "WOHNZIMMERKLIMAANLAGE auf 20"] {
            #expect(values(matcher, text) == ["area": "Wohnzimmer", "n": "20"], "\(text)")
        }
        #expect(values(matcher, "Rote Küchetemperatur auf 20")?["area"] == "Rote Küche")
        #expect(values(matcher, "Esszimmertemperatur auf 20")?["area"] == "Rote Küche")
        for text in ["Haushaltsliste", "Haushaltliste", "Haushalts liste", "Haushalt Liste", "Haushalt sliste"] {
            #expect(values(matcher, "packe Brot auf die \(text)")?["list"] == "Haushalt", "\(text)")
        }
        #expect(values(matcher, "packe Brot auf die To-Do-Liste")?["list"] == "To-Do")
        #expect(values(matcher, "ist die rote Küchen warm")?["area"] == "Rote Küche")
        for text in [
            "Wohntemperatur auf 20", "temperatur auf 20", "Wohnzimmertemperaturen auf 20", "rotetemperatur auf 20",
        ] {
            #expect(matcher.match(text).isEmpty, "\(text)")
        }
        // An open value keeps its words where no letters follow it in the pattern.
        #expect(
            values(makeMatcher("sag @words jetzt"), "sag die Wohnzimmertemperatur jetzt")?["words"]
                == "die Wohnzimmertemperatur")
    }

    @Test(
        "letters before a value are a word of their own, or the beginning of its first word",
        arguments: [
            ("ferme l'atelier", ["place": "Atelier"]), ("ferme l\u{2019}Atelier", ["place": "Atelier"]),
            ("ferme atelier", ["place": "Atelier"]), ("ferme l atelier", ["place": "Atelier"]),
            ("ferme l'petit atelier", ["place": "Petit Atelier"]), ("ferme d'atelier", nil), ("ferme l'", nil),
            ("חם בסלון", ["place": "סלון"]), ("חם ב סלון", ["place": "סלון"]), ("חם סלון", ["place": "סלון"]),
            ("חם בסלונים", nil), ("קבע ל45", ["n": "45"]), ("קבע ל 45", ["n": "45"]), ("קבע ב45", nil),
            ("attends d'oeufs brouillés", ["name": "oeufs brouillés"]),
            ("l'ateliersalle est vide", ["place": "Atelier"]),
        ] as [(String, [String: String]?)])
    func prefixes(text: String, expected: [String: String]?) {
        let places = Catalog.SlotType(
            name: "place", values: ["Atelier", "Petit Atelier", "סלון"].map { .init(value: $0) })
        let matcher = makeMatcher(
            [
                "Close": ["ferme [l']{place}"], "Hot": ["חם [ב]{place}"], "Set": ["קבע ל{1..99:n}"],
                "Wait": ["attends d'@name:String"], "Empty": ["l'{place}salle est vide"],
            ], types: [places])
        #expect(matcher.problems.isEmpty)
        #expect(values(matcher, text) == expected)
        let words = matcher.match(text).first?.parameters["place"]?.words.lowercased()
        #expect(words == expected?["place"]?.lowercased())
    }

    @Test(
        "letters after a number are a word of their own, or the end of its word",
        arguments: [
            ("light to 3700k", "3700"), ("light to 3700 kelvin", "3700"), ("light to 3700Kelvin", "3700"),
            ("light to 3700", "3700"), ("light to five thousandk", "5000"), ("light to 3700km", nil),
            ("light to 37000k", nil), ("타이머 54분으로 맞춰", "54"), ("타이머 54 분으로 맞춰", "54"), ("타이머 54초 맞춰", nil),
            ("cool to - 18grad", "-18"), ("cool to -18grad", "-18"), ("cool to 1-2grad", nil),
        ] as [(String, String?)])
    func numberCompounds(text: String, number: String?) {
        let matcher = makeMatcher([
            "Light": ["light to {1000..9000:n}[[ ](k|kelvin)]"], "Timer": ["타이머 {1..99:n}[ ]분[으로] 맞춰"],
            "Cool": ["cool to {-30..30:n}[ ]grad"],
        ])
        #expect(matcher.problems.isEmpty)
        #expect(values(matcher, text) == number.map { ["n": $0] })
    }

    @Test(
        "a long word after open words may be the end of their last word, but not the ending of a plural",
        arguments: [
            ("stoppa pizzatimer", "pizza"), ("stoppa min Pizza Timer", "min Pizza"),
            ("stoppa min PizzaTimer", "min Pizza"),
            ("stoppa pizza-timer", "pizza"), ("stoppa timer", nil), ("köp gurkor", "gurkor"),
        ] as [(String, String?)])
    func openCompounds(text: String, name: String?) {
        let matcher = makeMatcher(["Stop": ["stoppa @name:String[ ]timer"], "Buy": ["köp @name:String[or]"]])
        #expect(matcher.problems.isEmpty)
        #expect(values(matcher, text) == name.map { ["name": $0] })
    }

    @Test("ranges, values with spoken patterns, and numeric values match")
    func valuesOfTypes() {
        let types = [
            Catalog.SlotType(
                name: "level", values: [],
                range: .init(from: 0, to: 100, step: 10, fractions: nil, multiplier: 2.55)),
            Catalog.SlotType(
                name: "extreme",
                values: [
                    .init(value: "top", spoken: ["(max[imum]|highest)"], number: 100),
                    .init(value: "mapped", spoken: ["(least:1|dark:0)"]),
                ]),
        ]
        let matcher = makeMatcher(["X": ["dim to {level}", "dim to {extreme}", "pick {1..3:n}"]], types: types)
        #expect(matcher.problems.isEmpty)
        #expect(values(matcher, "dim to twenty") == ["level": "51"])
        #expect(matcher.match("dim to fifteen").isEmpty)
        #expect(values(matcher, "dim to maximum") == ["extreme": "100"])
        #expect(matcher.match("dim to max").first?.parameters["extreme"]?.value == .number(100))
        #expect(matcher.match("dim to top").isEmpty)
        #expect(values(matcher, "dim to dark") == ["extreme": "0"])
        #expect(values(matcher, "pick two") == ["n": "2"])
        #expect(matcher.match("pick four").isEmpty)
    }

    @Test("conditions on values and on the context are checked, and a known fact fills a slot")
    func conditions() {
        let things = Catalog.SlotType(
            name: "thing",
            values: [
                .init(value: "Lamp", context: ["kind": "light"]), .init(value: "Gate", context: ["kind": "door"]),
                // Two things with the same name.
                .init(value: "Den", id: "1", context: ["kind": "door"]),
                .init(value: "Den", id: "2", context: ["kind": "light"]),
            ])
        let command = Catalog.Command(
            type: "On", patterns: [],
            groups: [
                .init(
                    patterns: ["[turn] on {thing}"], fixed: ["domain": .text("light")],
                    requires: ["kind": .init(values: ["light"])]),
                .init(patterns: ["open {thing}"], excludes: ["kind": .init(values: ["light"])]),
                .init(patterns: ["lights on"], requires: ["room": .init(slot: "room")]),
                .init(patterns: ["status [now]", "how is {String:what}"], keywords: ["now", "timer"]),
            ])
        let matcher = PatternMatcher([Catalog(app: "app", commands: [command], slotTypes: [things])])
        #expect(values(matcher, "turn on lamp") == ["thing": "Lamp", "domain": "light"])
        #expect(matcher.match("on lamp").first?.parameters["domain"]?.words == "")
        #expect(matcher.match("turn on gate").isEmpty)
        #expect(matcher.match("turn on den").first?.parameters["thing"]?.resolution?.id == "2")
        #expect(matcher.match("open den").first?.parameters["thing"]?.resolution?.id == "1")
        #expect(matcher.match("open lamp").isEmpty)
        #expect(matcher.match("lights on").isEmpty)
        #expect(matcher.match("lights on", context: ["room": "Hall"]).first?.parameters["room"]?.value == .text("Hall"))
        #expect(matcher.match("status").isEmpty)
        #expect(matcher.match("status now").map(\.type) == ["On"])
        #expect(matcher.match("how is the weather").isEmpty)
        #expect(matcher.match("how is the timer").map(\.type) == ["On"])
    }

    @Test("a please within a command is skipped when nothing matches with it, also beside other words of politeness")
    func pleaseWithin() {
        let matcher = makeMatcher(["Light": ["turn the light on"], "Say": ["say please now"]])
        for text in ["turn please the light on", "could you turn the light please on", "um turn please the light on"] {
            #expect(matcher.match(text).first?.type == "Light", "\(text)")
        }
        #expect(matcher.match("turn please the light on").first?.confidence == 0.98)
        #expect(matcher.match("say please now").first?.confidence == 1)
        var language = Language.english
        language.fillers.afterText = ["please", "please do"]
        let longer = PatternMatcher([makeCatalog(["Light": ["turn the light on"]])], language: language)
        #expect(longer.match("turn please do the light on").first?.type == "Light")
        #expect(matcher.match("say now").isEmpty && matcher.match("turn please not the light on").isEmpty)
    }

    @Test("skip words are skipped anywhere when nothing matches with them")
    func skipWords() {
        let catalog = Catalog(
            app: "app",
            commands: [.init(type: "On", patterns: ["lamp on"]), .init(type: "Kind", patterns: ["be kind [enough]"])],
            skipWords: ["kindly", "be so kind"])
        let matcher = PatternMatcher([catalog])
        #expect(matcher.match("lamp kindly on").map(\.type) == ["On"])
        #expect(matcher.match("be so kind lamp on kindly").map(\.type) == ["On"])
        #expect(matcher.match("be kind").map(\.confidence) == [1])
        #expect(matcher.match("kindly").isEmpty)
    }

    @Test("preferred values take precedence, longer ones first")
    func preferred() {
        let names = Catalog.SlotType(
            name: "thing", values: [.init(value: "Hall lamp"), .init(value: "Lamp")], isPreferred: true)
        let matcher = makeMatcher(
            ["Room": ["turn on the {room} lamp"], "Thing": ["turn on [the] [{room}] {thing}"]], types: [rooms, names])
        let hypotheses = matcher.match("turn on the hall lamp")
        #expect(hypotheses.map(\.type) == ["Thing", "Room"])
        #expect(hypotheses.first?.parameters.mapValues { "\($0.value)" } == ["thing": "Hall lamp"])
        #expect(hypotheses.map(\.confidence) == hypotheses.map(\.confidence).sorted(by: >))
        #expect(values(matcher, "turn on the cellar lamp") == ["room": "Cellar", "thing": "Lamp"])
    }

    @Test("a word with 's is one word, or a name and its possessive")
    func possessives() {
        let list = Catalog.SlotType(
            name: "shop", values: [.init(value: "Joe's"), .init(value: "Ann"), .init(value: "Joes Bar")])
        let matcher = makeMatcher(["X": ["open {shop}['s] page", "the sensor[s] of {shop}"]], types: [list])
        #expect(values(matcher, "open joe's page") == ["shop": "Joe's"])
        #expect(values(matcher, "open ann's page") == ["shop": "Ann"])
        #expect(values(matcher, "open joe's bar's page") == ["shop": "Joes Bar"])
        #expect(values(matcher, "the sensor's of ann") == ["shop": "Ann"])
    }

    @Test(
        "a problem in a catalog is reported, and the other patterns are used",
        arguments: [
            ("go <nowhere>", PatternProblem.Code.unknownRule), ("go <loop>", .recursion), ("go <left>", .recursion),
            ("go {nowhere}", .unknownType), ("go (home", .syntax),
            ("(a;b;c;d;e;f) (a;b;c;d;e;f) (a;b;c;d;e;f) (a;b;c;d;e;f) [x] <huge>", .tooLarge),
        ])
    func problems(pattern: String, code: PatternProblem.Code) {
        let huge =
            "("
            + Array(repeating: "((a|b|c);(d|e|f);(g|h|i);(j|k|l);(m|n|o);(p|q|r))", count: 12).joined(separator: "|")
            + ")"
        let catalog = Catalog(
            app: "app", commands: [.init(type: "X", patterns: [pattern, "go home"])],
            rules: [
                "loop": "round and <again>", "again": "[<loop>]", "left": "<left> on", "huge": "<more> <more>",
                "more": huge,
            ])
        let matcher = PatternMatcher([catalog])
        #expect(matcher.problems.map(\.code) == [code])
        #expect(matcher.match("go home").map(\.type) == ["X"])
    }

    @Test("a problem quotes the beginning of what others wrote, however long it is")
    func longProblems() {
        let long = String(repeating: "x", count: 900) + String(repeating: "\u{301}", count: 10_000)
        for pattern in ["go (\(long)", "go <\(long)>", "go {\(long)}"] {
            let matcher = PatternMatcher([Catalog(app: "app", commands: [.init(type: long, patterns: [pattern])])])
            #expect(matcher.problems.count == 1 && matcher.problems[0].pattern == pattern)
            for problem in matcher.problems { #expect(problem.description.utf8.count < 4000) }
        }
    }

    @Test("rules and values that cannot be parsed are reported")
    func badDefinitions() {
        let types = [
            Catalog.SlotType(name: "T", values: [.init(value: "a", spoken: ["(a"]), .init(value: "b")]),
            Catalog.SlotType(name: "R", values: [], range: .init(from: 5, to: 1)),
            Catalog.SlotType(name: "S", values: [.init(value: "s", spoken: ["{x} s"])]),
        ]
        let catalog = Catalog(
            app: "app", commands: [.init(type: "X", patterns: ["go {T}"])], slotTypes: types, rules: ["r": "(x"])
        let matcher = PatternMatcher([catalog])
        #expect(matcher.problems.map(\.code) == [.badValue, .badValue, .badValue, .syntax])
        #expect(matcher.problems.allSatisfy { !$0.sentence.isEmpty })
        #expect(values(matcher, "go b") == ["T": "b"])
    }

    @Test("shadowed patterns are found across apps, with a lost sentence")
    func shadows() throws {
        let one = makeCatalog(["Light": ["(lamp|light) on", "dim {1..5:n}"]], app: "one")
        let two = makeCatalog(["Lamp": ["[the] lamp on"], "Play": ["play @what"]], app: "two")
        let three = makeCatalog(["Jazz": ["play jazz"]], app: "three")
        let shadows = PatternShadow.find([one, two, three])
        #expect(shadows.count == 1)
        let shadow = try #require(shadows.first)
        #expect(
            [shadow.app, shadow.command, shadow.winnerApp, shadow.winnerCommand] == ["two", "Lamp", "one", "Light"])
        #expect(shadow.sentence == "lamp on")
        #expect(shadow.description.contains("is taken by one/Light"))
        #expect(PatternShadow.find([one, three]).isEmpty)
    }
}
