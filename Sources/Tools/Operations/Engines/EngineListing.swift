import SaybusMessages
import SaybusTerminal
import SaybusTranscription

/// `saybus engines`: the recognizers that can work on this machine.
public struct EngineListing: Sendable {
    private let engines: [EngineAvailability]

    /// Creates a listing that keeps the order of the engines.
    public init(_ engines: [EngineAvailability]) { self.engines = engines }

    /// Returns the listing for people: each engine, and below it what installs a missing one.
    /// - Parameters:
    ///   - style: The style of the text.
    ///   - width: The terminal's columns; nil means no limit.
    public func page(_ style: Style, width: Int? = nil) -> String {
        var table = Table(["engine", "installed", ""])
        for engine in engines {
            table.add([
                .init(engine.engine), .init(engine.isInstalled ? "yes" : "no", engine.isInstalled ? .green : .red),
                .init(engine.detail),
            ])
            if let install = engine.install { table.add([.init(""), .init(""), .init("→ \(install)", .dim)]) }
        }
        return table.lines(style, wrappedTo: width).joined(separator: "\n")
    }

    /// Returns the listing as a JSON array of objects.
    public func json() throws -> String { try JSONValue(engines).text(indented: true) }
}
