import Foundation
import SaybusTesting
import Testing

/// The app models of the dispatch stage. Each offers the same small app, named `model`.
///
/// "ping" is answered with "Pong."; "work" appends a line to a file, waits at a gate, and is answered with "Done.";
/// "ask me" leads to the question "Ready?", and yes is answered with "Good."
enum AppModel: String, CaseIterable, Sendable, CustomTestStringConvertible {
    /// An app in a YAML file.
    case yaml
    /// A Swift app, which is a program of its own.
    case swift
    /// A skill, whose program answers JSON lines.
    case skill
    /// An app on the bus, whose commands a dispatcher with another app carries to it.
    case remote

    /// The name of the app, whatever its model.
    static let app = "model"

    var testDescription: String { rawValue }

    /// The name of the app whose dispatcher is the process under test.
    var dispatcherApp: String { self == .remote ? "carrier" : Self.app }

    /// Returns the words that give a command. A skill is called by its invocation name.
    func phrase(_ command: String) -> String { self == .skill ? "ask sandbox to \(command)" : command }

    /// Starts the dispatcher of the app.
    func startDispatcher(in files: AppModelFiles, bus: String, instance: String = "d") throws -> ProgramUnderTest {
        let common = ["--bus", bus, "--instance", instance]
        switch self {
        case .yaml:
            return try ProgramUnderTest("saybus-dispatch", common + ["--app", try files.write(yaml: files.app)])
        case .remote:
            return try ProgramUnderTest("saybus-dispatch", common + ["--app", try files.write(yaml: files.carrier)])
        case .skill: return try ProgramUnderTest("saybus-dispatch", common + ["--skill", try files.writeSkill()])
        case .swift:
            return try ProgramUnderTest(
                "saybus-dispatch-test-app", common,
                environment: ["SAYBUS_TEST_MARKS": files.marks, "SAYBUS_TEST_GATE": files.gate])
        }
    }
}
