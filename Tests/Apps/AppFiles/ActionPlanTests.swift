import SaybusMessages
import SaybusPhrases
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation

struct ActionPlanTests {
    private func plan(_ actions: [Action], _ values: [String: Parameter.Value] = [:], folder: String? = nil) throws
        -> ActionPlan
    {
        ActionPlan(try #require(makeApp(actions).command("Go")), makeInvoked(values), folder: folder)
    }

    private func call(_ arguments: [String], _ values: [String: Parameter.Value]) throws -> ActionPlan.Step {
        var plan = try plan([.exec(Exec("tool", arguments.map { try Template($0) }))], values)
        return plan.next()
    }

    @Test("events and log lines are collected in order")
    func collects() throws {
        var plan = try plan(
            [
                .speak(Speech(try Template("{n} cups"), voice: "en-gb")), .silence(durationMs: 5),
                .log(try Template("cups {n}")), .tone(.init(frequency: 440, durationMs: 9)),
            ], ["n": .number(3)])
        #expect(
            plan.next()
                == .done(
                    ActionOutcome(
                        events: [
                            .speech(.init("3 cups", voice: "en-gb")), .silence(durationMs: 5),
                            .tone(.init(frequency: 440, durationMs: 9)),
                        ], logs: ["cups 3"])))
    }

    @Test("earlier events are played before a program runs, and its first line is available to later actions")
    func plays() throws {
        var plan = try plan([
            .speak(Speech(try Template("One moment."))), .exec(Exec("date", [try Template("+%H")])),
            .speak(Speech(try Template("It is {output}."))),
        ])
        #expect(plan.next() == .play([.speech(.init("One moment."))]))
        #expect(plan.next() == .run(ProgramCall("date", ["+%H"])))
        plan.programEnded(.success(ProgramOutput(bytes: Array(" 12 o'clock \nmore".utf8), dropped: 7)))
        let outcome = ActionOutcome(
            events: [.speech(.init("It is 12 o'clock."))], logs: ["date wrote too much: 7 bytes were dropped"])
        #expect(plan.next() == .done(outcome))
        #expect(plan.next() == .done(outcome))
    }

    @Test("after a failure the remaining actions are skipped, the apology is played and the reason reported")
    func fails() throws {
        var plan = try plan([
            .exec(Exec("false")), .speak(Speech(Template(literal: "Done."))), .log(Template(literal: "done")),
        ])
        #expect(plan.next() == .run(ProgramCall("false")))
        plan.programEnded(.failure(ProgramFailure(.exitCode, "false ended with code 1")))
        #expect(
            plan.next()
                == .done(
                    ActionOutcome(
                        events: [.speech(.init("Sorry, that did not work."))], problem: "false ended with code 1")))
    }

    @Test("an app without an apology of its own says why nothing was scheduled, one with an apology says that")
    func saysWhy() throws {
        for (failed, spoken) in [
            (App.defaultFailed, BuiltInSentence.badLength.text()),
            ([.speak(Speech(Template(literal: "No way.")))], "No way."),
        ] as [([Action], String)] {
            let app = try makeApp([.stopRinging, .speak(Speech(Template(literal: "Done.")))], failed: failed)
            var plan = ActionPlan(try #require(app.command("Go")), makeInvoked())
            #expect(plan.next() == .remember(.stopRinging))
            plan.remembered(.failure(StoreError(.outOfBounds, "too long")))
            #expect(plan.next() == .done(ActionOutcome(events: [.speech(.init(spoken))], problem: "too long")))
        }
    }

    @Test("a missing value is found before any action runs")
    func lacks() throws {
        var plan = try plan([.exec(Exec("true")), .log(try Template("{n}"))])
        guard case .done(let outcome) = plan.next() else {
            Issue.record("nothing must run")
            return
        }
        #expect(outcome.problem == "there is no value for {n}: it was not said")
    }

    @Test("parameters from the bus cannot preset a program's output")
    func reserved() throws {
        var plan = try plan([.speak(Speech(try Template("{output}")))], ["output": .text("forged")])
        guard case .done(let outcome) = plan.next() else { return }
        #expect(outcome.problem != nil)
        #expect(outcome.events == [.speech(.init("Sorry, that did not work."))])
    }

    @Test("a value is always one argument")
    func arguments() throws {
        let value = "x; touch /tmp/y $(id) `id` \"'\\ | & > {a} %s \n é"
        #expect(
            try call(["add", "{item}", "--name={item}"], ["item": .text(value)])
                == .run(ProgramCall("tool", ["add", value, "--name=\(value)"])))
    }

    @Test("a value that looks like an option is refused, unless the author wrote \"--\" before it")
    func options() throws {
        for value in [Parameter.Value.text("-rf"), .text("--help"), .text("-"), .text("-5f"), .text("-1.2.3")] {
            guard case .done(let outcome) = try call(["{item}"], ["item": value]) else {
                Issue.record("\(value) must be refused")
                return
            }
            #expect(outcome.problem?.contains("would be an option of tool") == true)
            #expect(try call(["--", "{item}"], ["item": value]) != .done(outcome))
            #expect(
                try call(["-n{item}"], ["item": value])
                    == .run(
                        ProgramCall("tool", ["-n\(ActionValues.text(of: value))"]))
            )
        }
        guard case .done = try call(["{a}{b}"], ["a": .text(""), "b": .text("-x")]) else {
            Issue.record("an empty value must not hide the option behind it")
            return
        }
        guard case .done = try call(["{a}", "{b}"], ["a": .text("--"), "b": .text("-x")]) else {
            Issue.record("a value must not pass for the author's \"--\"")
            return
        }
    }

    @Test("a parameter with a confidence beyond all sense has values all the same", arguments: [1e308, -1e308, 2])
    func oddConfidence(confidence: Double) {
        let parameter = Parameter(value: .number(1e300), words: "x", type: "Number", confidence: confidence)
        #expect(ActionValues(["n": parameter]).texts["n.confidence"] == (confidence < 0 ? "0" : "100"))
    }

    @Test("a negative number is a value, not an option")
    func negativeNumber() throws {
        for (value, argument) in [(Parameter.Value.number(-5), "-5"), (.number(-0.5), "-0.5"), (.text("-12"), "-12")] {
            #expect(try call(["set", "{item}"], ["item": value]) == .run(ProgramCall("tool", ["set", argument])))
        }
        // Programs without `--` read text behind a number as an option.
        guard case .done = try call(["{a}{b}"], ["a": .number(-5), "b": .text("x")]) else {
            Issue.record("-5x is no number")
            return
        }
    }

    @Test("a negative number is no option of a program that reads numbers as options, and ends no group of processes")
    func numericOptions() throws {
        func step(_ program: String, _ arguments: [String], _ number: Double = -1) throws -> ActionPlan.Step {
            let exec = Exec(program, try arguments.map { try Template($0) })
            var plan = ActionPlan(
                [.exec(exec)], failed: [],
                values: ActionValues(["n": Parameter(value: .number(number), words: "minus one", type: "Number")]))
            return plan.next()
        }
        func isRefused(_ step: ActionPlan.Step) -> Bool {
            if case .done(let outcome) = step { outcome.problem != nil } else { false }
        }
        for program in ["kill", "/bin/kill", "head", "nice", "ls"] {
            #expect(try isRefused(step(program, ["{n}"])), "\(program)")
            #expect(try step(program, ["{n}"], 7) == .run(ProgramCall(program, ["7"])))
        }
        #expect(try step("head", ["--", "{n}"]) == .run(ProgramCall("head", ["--", "-1"])))
        // kill -1 ends all processes of the user, with or without "--".
        for arguments in [["-TERM", "{n}"], ["--", "{n}"], ["-s", "TERM", "{n}"]] {
            #expect(try isRefused(step("kill", arguments)), "\(arguments)")
        }
    }

    @Test("a NUL character and an oversized value are refused")
    func badValues() throws {
        guard case .done(let outcome) = try call(["{item}"], ["item": .text("a\0b")]) else {
            Issue.record("NUL would cut the argument short")
            return
        }
        #expect(outcome.problem?.contains("NUL") == true)
        guard case .done(let other) = try call(["{item}"], ["item": .text(String(repeating: "a", count: 5000))]) else {
            Issue.record("5000 characters are too many")
            return
        }
        #expect(other.problem?.contains("4096") == true)
    }

    @Test("a value cannot add a second line to the log")
    func logs() throws {
        var plan = try plan(
            [.log(try Template("buy {item}"))], ["item": .text("tea\n2026-01-01 forged\u{2028}x\u{1B}[0m")])
        guard case .done(let outcome) = plan.next() else { return }
        #expect(outcome.logs == ["buy tea 2026-01-01 forged x [0m"])
    }

    @Test("relative paths of programs start at the app's folder, and bare names are looked up in PATH")
    func folders() throws {
        var relative = try plan([.exec(Exec("bin/lamp"))], folder: "/srv/app")
        #expect(relative.next() == .run(ProgramCall("/srv/app/bin/lamp", directory: "/srv/app")))
        var name = try plan([.exec(Exec("lamp", directory: "/tmp"))], folder: "/srv/app")
        #expect(name.next() == .run(ProgramCall("lamp", directory: "/tmp")))
    }

    @Test("a result without a matching request has no effect")
    func stray() throws {
        var plan = try plan([.silence(durationMs: 1)])
        plan.programEnded(.failure(ProgramFailure(.timeout, "x")))
        #expect(plan.next() == .done(ActionOutcome(events: [.silence(durationMs: 1)])))
    }
}
