import SaybusMessages

extension CommandInvoked {
    /// Creates the command that a recognizer of a Swift app carries out.
    init(_ resolved: ResolvedCommand, app: String, text: String) {
        self.init(
            app: app, type: resolved.command.type, parameters: resolved.parameters, confidence: resolved.confidence,
            matcher: resolved.matcher, text: text)
    }
}
