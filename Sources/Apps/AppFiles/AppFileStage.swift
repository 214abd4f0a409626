import SaybusConversation
import SaybusDispatch
import SaybusMessages
import SaybusStage

/// The dispatch stage for an app from a YAML file, and for the remote apps of the bus.
public struct AppFileStage: Sendable {
    private let app: App
    /// The file from which a changed app is reloaded; nil for an app without a file.
    private let file: String?

    /// Creates a stage for an app.
    /// - Parameters:
    ///   - app: The app.
    ///   - file: The app's file, which is watched for changes; nil for none.
    public init(app: App, file: String? = nil) { (self.app, self.file) = (app, file) }

    /// Creates a stage for the app in a YAML file, which is reloaded when it changes.
    /// - Throws: `StageFailure` with a line for each problem in the file. Its code is `noInput` when the file cannot
    ///   be read, else `configuration`.
    public init(appFile path: String) throws(StageFailure) {
        do {
            self.init(app: try App(file: path), file: path)
        } catch {
            throw StageFailure(error)
        }
    }

    /// A stage without an app of its own, for the remote apps of the bus. It answers words that no app understands.
    public static let withoutApp = AppFileStage(app: App(name: AppPrecedence.noApp, commands: []))

    /// The app's name.
    public var appName: String { app.name }

    /// The tracked kinds that the stage publishes.
    public static let tracking: [any BusMessage.Type] = TurnRuntime.tracking

    /// Serves until the program is stopped. Open turns are finished first, within the stage's drain time.
    public func run(_ context: StageContext) async throws {
        let runtime = TurnRuntime(
            app.catalog(), bus: context.bus, logger: context.logger, context: context,
            session: context.session)
        let questions = QuestionSessions(runtime: runtime)
        try await runtime.run([
            questions, AppFileHost(app, file: file, runtime: runtime, questions: questions),
            RemoteAppHost(runtime: runtime, questions: questions),
        ])
    }
}
