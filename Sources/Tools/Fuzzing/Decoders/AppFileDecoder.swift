import SaybusAppFiles

/// The reader of apps as YAML files. `PatternDecoder` reads patterns.
enum AppFileDecoder: FuzzedDecoder {
    static let words = [
        "app: ", "types:", "commands:", "topics:", "requests:", "patterns:", "do:", "failed:", "speak: ", "exec: ",
        "http: ", "log: ", "tone: ", "silence: ", "ask: ", "publish: ", "@a:Number", "@a:Room", "@a", "[a", "(a|b)",
        "(a;b;c)", "{a}", "&a ", "*a", "<<: *a", "? ", "| ", "> ", "!!binary ",
    ]

    static let seeds: [[UInt8]] = [
        """
        app: kitchen
        language: en-US
        types:
          Room: [kitchen, {value: living room, synonyms: [lounge, front room]}, hall]
          Switch: ["on", {value: "off", synonyms: [out]}]
        failed:
          - speak: Sorry, that did not work.
        commands:
          SetTimer:
            summary: Confirms a timer.
            patterns:
              - set a timer for @minutes:Number minutes
              - (start|begin) (a|an) @minutes:Number minute timer [now]
            do:
              - tone: {frequency: 880, duration: 120ms}
              - silence: 100ms
              - speak: {text: "{minutes} minutes.", volume: 0.8}
              - log: "timer {minutes}"
          RoomLight:
            patterns: ["turn @state:Switch the light in the @room:Room", "([@room:Room];[light];[@state:Switch])"]
            do:
              - exec: [date, "+It is %H:%M."]
              - speak: "{output}"
          AddItem:
            patterns: ["add @item to the list"]
            do: [{log: "buy {item}"}]
        """,
        """
        app: a
        commands: {B: {patterns: &p [hello, "hello @name"], do: &d [{speak: Hi.}]}, C: {patterns: [bye], do: *d}}
        """,
    ].map { Array($0.utf8) }

    static func decode(_ input: [UInt8]) throws(FuzzViolation) -> Bool {
        do throws(AppFileError) {
            _ = try App(yaml: input, file: "app.yaml").catalog
        } catch {
            try checkRefusal(error.description)
            return false
        }
        return true
    }
}
