extension ProjectTemplate {
    /// Returns a remote app in Python, and a test that it follows the protocol.
    static func pythonApp(_ name: String, _ source: PackageSource?) -> ProjectTemplate {
        python(
            name, source, role: "app",
            """
            \"""A remote app: python3 \(name).py, then say "roll a die".\"""

            import random
            from argparse import Namespace
            from typing import Any

            from saybus import Bus, run

            CATALOG = {"app": "\(name)", "language": "en-US", "revision": "\(name)@1", "commands": [
                {"type": "Roll", "patterns": ["roll the dice", "roll a die"], "summary": "Rolls a die."}]}


            def respond(command: dict[str, Any]) -> dict[str, Any]:
                \"""The body of the `command.response`.\"""
                if command["type"] != "Roll":
                    return {"isTerminal": True, "problem": f"there is no command {command['type']}", "feedback": "I cannot do that."}
                return {"isTerminal": True, "feedback": f"It is a {random.randint(1, 6)}."}


            def serve(options: Namespace) -> None:
                with Bus("app", options.instance, session=options.session or "default", url=options.bus) as bus:
                    bus.connect("command.invoked", session=options.session, timeout=options.wait)
                    bus.publish("catalog", CATALOG)
                    bus.ready(engine="\(name)", catalogRevision=CATALOG["revision"])
                    for message in bus:
                        with bus.handling(message):  # An error in it fails this turn, and not the program.
                            if message.body["app"] == CATALOG["app"]:
                                bus.publish("command.response", respond(message.body), answering=message)
                            else:
                                bus.decline(message)  # Another app's.


            run(serve)

            """)
    }

    /// Returns an intent recognizer in Python, and a test that it follows the protocol.
    static func pythonStage(_ name: String, _ source: PackageSource?) -> ProjectTemplate {
        python(
            name, source, role: "intent",
            """
            \"""An intent recognizer, to run instead of saybus-intent: python3 \(name).py

            It knows the catalogs' phrases word by word. Put a model into `recognize` to make it understand more.\"""

            from argparse import Namespace
            from typing import Any

            from saybus import Bus, Catalogs, run


            def recognize(text: str, catalogs: list[dict[str, Any]]) -> list[dict[str, Any]]:
                \"""What the text may mean, best first.\"""
                return [{"app": catalog["app"], "type": command["type"], "confidence": 1, "parameters": {}, "matcher": text}
                        for catalog in catalogs for command in catalog["commands"] if text in command["patterns"]]


            def serve(options: Namespace) -> None:
                with Bus("intent", options.instance, url=options.bus) as bus:
                    bus.connect("catalog", "speech.transcript", session=options.session, timeout=options.wait)
                    bus.ready(engine="\(name)")
                    catalogs = Catalogs()
                    for message in bus:
                        with bus.handling(message):  # An error in it fails this turn, and not the program.
                            body = message.body
                            if message.header["kind"] == "speech.transcript":
                                known = catalogs.of(message.header["session"])
                                hypotheses = bus.work(recognize, body["text"], known)  # Beats meanwhile.
                                intent = {"text": body["text"], "hypotheses": hypotheses, "engine": "\(name)",
                                          "catalogRevision": catalogs.revision, "confidence": body["confidence"]}
                                empty = {"empty": body["empty"]} if "empty" in body and not body["text"].strip() else {}
                                bus.publish("speech.intent", intent | empty, answering=message)
                            else:
                                catalogs.update(message)
                                bus.update(catalogRevision=catalogs.revision)


            run(serve)

            """)
    }

    private static func python(
        _ name: String, _ source: PackageSource?, role: String, _ text: String
    ) -> ProjectTemplate {
        // The package is not on PyPI, where anybody could take its name.
        let package =
            source?.requirement
                ?? """
                # Missing: the package saybus, which is not on PyPI. Write the path of the folder deploy/python of Saybus's
                # source into the next line, without the # before it:
                # /path/to/saybus/deploy/python
                """
        let test = """
            # Options of saybus conform may be given, such as --check answer.
            [[ -x .venv/bin/python ]] && PYTHON=${PYTHON:-.venv/bin/python}
            saybus conform --role \(role) "$@" -- "${PYTHON:-python3}" \(name).py

            """
        // Debian's own Python takes no packages.
        let install = "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"
        // Without the path, pip would install nothing, and say nothing.
        let first =
            source == nil
            ? "First write the path of the folder `deploy/python` of Saybus's source into `requirements.txt`: it has the "
                + "package `saybus`.\n\n" : ""
        let hint = "cd \(name) && \(install) && ./test"
        return ProjectTemplate(
            files: [
                File(path: "\(name).py", text: text), File(path: "requirements.txt", text: package + "\n"),
                File(path: "test", text: script + test, isExecutable: true),
                File(
                    path: "README.md",
                    text: "# \(name)\n\nFor Saybus, in Python.\n\n\(first)```sh\n\(install)\n./test\n"
                        + ".venv/bin/python \(name).py     # while saybus up runs\n```\n"),
            ],
            hint: source == nil
                ? "write the path of Saybus's folder deploy/python into \(name)/requirements.txt, then: \(hint)" : hint)
    }

    /// Returns a skill in Python, its interaction model, and a dialog with it.
    static func pythonSkill(_ name: String) -> ProjectTemplate {
        let words = spoken(name)
        let skill = """
            \"""A skill: reads a request of Alexa's format in each line of standard input, and answers it in a line.\"""

            import json
            import sys

            HELP = "Say hello."


            def respond(request: dict) -> tuple[str, bool]:
                \"""What is said, and whether the session goes on.\"""
                if request["type"] == "LaunchRequest":
                    return f"Welcome. {HELP}", True
                match request.get("intent", {}).get("name"):
                    case "HelloIntent":
                        return "Hello to you!", False
                    case "AMAZON.StopIntent" | "AMAZON.CancelIntent":
                        return "Goodbye.", False
                return HELP, True


            for line in sys.stdin:
                request = json.loads(line)["request"]
                response: dict = {}
                if request["type"] != "SessionEndedRequest":
                    text, goes_on = respond(request)
                    response = {"outputSpeech": {"type": "PlainText", "text": text}, "shouldEndSession": not goes_on}
                    if goes_on:
                        response["reprompt"] = {"outputSpeech": {"type": "PlainText", "text": HELP}}
                print(json.dumps({"version": "1.0", "response": response}), flush=True)

            """
        let model = """
            {
              "interactionModel": {
                "languageModel": {
                  "invocationName": "\(words)",
                  "intents": [
                    {"name": "HelloIntent", "slots": [], "samples": ["hello", "say hello", "good morning"]},
                    {"name": "AMAZON.HelpIntent", "samples": []},
                    {"name": "AMAZON.CancelIntent", "samples": []},
                    {"name": "AMAZON.StopIntent", "samples": []},
                    {"name": "AMAZON.FallbackIntent", "samples": []}
                  ],
                  "types": []
                }
              }
            }

            """
        let dialogs = """
            # What the user says, what the skill is asked for it, and what is heard then.
            dialogs:
              - name: opened, asked and ended
                turns:
                  - {user: open \(words), request: LaunchRequest, speech: Welcome. Say hello.}
                  - {user: say hello, request: HelloIntent, speech: Hello to you!}
              - name: stopped
                turns:
                  - {user: open \(words), request: LaunchRequest, speech: Welcome. Say hello.}
                  - {user: stop, request: AMAZON.StopIntent, speech: Goodbye.}

            """
        let description = """
            # A skill: saybus up --skill . --mic, then say "open \(words)".
            skill: \(name)
            model: en-US.json
            program: [python3, \(name).py]

            """
        let test = """
            saybus skill check en-US.json
            saybus skill simulate . --script dialogs.yaml

            """
        return ProjectTemplate(
            files: [
                File(path: "\(name).py", text: skill), File(path: "en-US.json", text: model),
                File(path: "skill.yaml", text: description), File(path: "dialogs.yaml", text: dialogs),
                File(path: "test", text: script + test, isExecutable: true),
                File(
                    path: "README.md",
                    text:
                        "# \(name)\n\nA skill for Saybus, in Python.\n\n```sh\nsaybus up --skill . --mic\n./test\n```\n"
                ),
            ], hint: "cd \(name) && saybus skill simulate .")
    }
}
