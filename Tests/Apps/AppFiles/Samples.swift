import SaybusMessages
import SaybusPhrases
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation

/// Returns an app with one command with the given actions.
func makeApp(
    _ actions: [Action], patterns: [String] = ["go"], failed: [Action] = App.defaultFailed, folder: String? = nil
) throws -> App {
    App(
        name: "test",
        commands: [
            App.Command(
                type: "Go", patterns: try patterns.map { try PhraseTemplate($0) }, actions: actions, failed: failed)
        ], folder: folder)
}

/// Returns an invocation of that command with these parameter values.
func makeInvoked(_ values: [String: Parameter.Value] = [:], type: String = "Go") -> CommandInvoked {
    CommandInvoked(
        app: "test", type: type,
        parameters: values.mapValues { Parameter(value: $0, words: "\($0)", type: "String") }, confidence: 1,
        text: "go")
}

/// Returns the problems of an app file's text, one line each.
func problems(_ yaml: String) -> [String] {
    do throws(AppFileError) {
        _ = try App(yaml: yaml, file: "k.yaml")
        return []
    } catch {
        return error.description.split(separator: "\n").map(String.init)
    }
}
