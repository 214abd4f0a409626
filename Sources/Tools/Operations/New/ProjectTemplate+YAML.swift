extension ProjectTemplate {
    /// Returns an app in YAML, and a test that says a sentence to it.
    static func yamlApp(_ name: String) -> ProjectTemplate {
        let app = """
            # An app: saybus up --app \(name).yaml --mic, and saybus check \(name).yaml for its problems.
            app: \(name)
            language: en-US

            commands:
              SayHello:
                summary: Says hello to somebody.
                patterns:
                  - say hello to @somebody
                  - greet @somebody
                do:
                  - tone: {frequency: 880, duration: 120ms}
                  - speak: "Hello {somebody}!"

              SetTimer:
                summary: Rings after some minutes.
                patterns:
                  - set a timer for @minutes:Number minutes
                do:
                  - after: {time: "{minutes}min", do: [{speak: "Your {label} is over."}]}
                  - speak: "A timer for {minutes} minutes."

              Stop:
                summary: Ends what is ringing.
                patterns: [stop]
                do:
                  - cancel: ringing
                  - speak: All right.

            """
        let test =
            script + """
                saybus check \(name).yaml
                work=$(mktemp -d)
                export SAYBUS_BUS=ipc://$work/bus SAYBUS_STATE=$work/state
                saybus up --app \(name).yaml --sink null >"$work/up.log" 2>&1 &
                up=$!
                trap 'kill "$up" 2>/dev/null || true; wait "$up" || true; rm -rf "$work"' EXIT
                grep -q -m 1 "pipeline ready" <(timeout 60 tail --pid="$up" -n +1 -F "$work/up.log" 2>/dev/null) || {
                    cat "$work/up.log" >&2
                    exit 1
                }
                # Says a sentence as text, and looks for what is spoken.
                expect() {
                    local answer
                    answer=$(saybus ask "$1")
                    [[ $answer == *"$2"* ]] || {
                        printf 'expected "%s" for "%s", got: %s\\n' "$2" "$1" "$answer" >&2
                        exit 1
                    }
                }
                expect "say hello to anna" "Hello anna!"
                expect "set a timer for ten minutes" "A timer for 10 minutes."
                echo "passed"

                """
        return ProjectTemplate(
            files: [
                File(path: "\(name).yaml", text: app), File(path: "test", text: test, isExecutable: true),
                File(
                    path: "README.md",
                    text: "# \(name)\n\nA Saybus app.\n\n```sh\nsaybus up --app \(name).yaml --mic\n./test\n```\n"),
            ], hint: "saybus up --app \(name)/\(name).yaml --mic")
    }
}
