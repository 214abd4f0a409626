import SaybusMessages
import SaybusTerminal
import SaybusTranscription

/// `saybus engines`: which recognizers can work here.
public struct EngineListing: Sendable {
    private let engines: [EngineAvailability]

    /// A listing.
    public init(_ engines: [EngineAvailability]) { self.engines = engines }

    /// For people: a line an engine, and one below it for what is missing.
    public func page(_ style: Style) -> String {
        var table = Table(["engine", "installed", ""])
        for engine in engines {
            table.add([
                .init(engine.engine), .init(engine.isInstalled ? "yes" : "no", engine.isInstalled ? .green : .red),
                .init(engine.detail),
            ])
            if let install = engine.install { table.add([.init(""), .init(""), .init("→ \(install)", .dim)]) }
        }
        return table.lines(style).joined(separator: "\n")
    }

    /// For programs: an array of objects.
    public func json() throws -> String { try JSONValue(engines).text(indented: true) }
}
