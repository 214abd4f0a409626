import Foundation
import SaybusBus
import SaybusMessages
import SaybusPatternMatching
import SaybusStage
import SaybusSupport
import SaybusTerminal

/// `saybus commands`: lists what can be said now.
public struct CommandListing: Sendable {
    private let address: BusAddress
    private let session: Session
    private let wait: Duration
    private let isJSON: Bool

    /// Creates a query of a bus.
    /// - Parameters:
    ///   - address: The address of the bus.
    ///   - session: The session in which one would speak.
    ///   - wait: Time to wait for the broker.
    ///   - isJSON: Whether the result is printed as JSON.
    public init(at address: BusAddress, session: Session = .default, wait: Duration = .zero, isJSON: Bool = false) {
        (self.address, self.session, self.wait, self.isJSON) = (address, session, wait, isJSON)
    }

    /// Queries the bus and prints the result.
    /// - Throws: `BusError` when no broker answers.
    public func run(output: TextOutput = .standardOutput) async throws {
        let menu = try await menu()
        if isJSON {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            output.json(String(decoding: try encoder.encode(menu.items), as: UTF8.self))
            return
        }
        guard !menu.items.isEmpty else { return output.line("no app is on the bus \(address)") }
        // Catalogs come from any publisher.
        let items = menu.items.map { item in
            (
                app: LineSplitter.printable(item.app), example: LineSplitter.printable(item.example ?? item.type),
                summary: item.summary.map(LineSplitter.printable)
            )
        }
        // Half of a narrow line is left for the summaries.
        let width = min(items.map(\.example.displayWidth).max() ?? 0, (output.columns ?? .max) / 2)
        var app: String?
        for item in items {
            if item.app != app { output.line(item.app) }
            app = item.app
            guard let summary = item.summary else {
                output.line("  \(item.example)")
                continue
            }
            for line in Self.lines(item.example, summary, width: width, columns: output.columns) { output.line(line) }
        }
    }

    /// Returns a command's lines: its example, and its summary beside it. An example that is wider than its column
    /// stands above the summary.
    /// - Parameters:
    ///   - width: The width of the column of examples.
    ///   - columns: The columns of the terminal; nil when there is none.
    static func lines(_ example: String, _ summary: String, width: Int, columns: Int?) -> [String] {
        guard example.displayWidth > width else {
            return TextWrap.lines(summary, after: "  \(example.padded(to: width))  ", width: columns)
        }
        return TextWrap.lines(example, after: "  ", width: columns)
            + TextWrap.lines(summary, after: String(repeating: " ", count: width + 4), width: columns)
    }

    /// Returns the menu of the bus.
    func menu() async throws -> CommandMenu {
        let client = try ClientConnection(.commands, at: address, wait: wait, tracking: [])
        return try await withClosing(client.bus) {
            let messages = client.bus.subscribe(to: [Catalog.self, StageStatus.self])
            try await client.ready([], wait: wait)
            let start = client.bus.now
            var catalogs: [String: Catalog] = [:]
            // The retained messages come first. The broker's next status, within a second, says that all are there.
            for await received in messages {
                guard case .message(let raw) = received else { continue }
                if let catalog = client.bus.read(raw, as: Catalog.self) {
                    catalogs["\(catalog.header.source) \(catalog.body.app)"] = catalog.body
                } else if raw.header.source.role == .broker, raw.header.at >= start {
                    break
                }
            }
            return CommandMenu(Array(catalogs.values), in: session)
        }
    }
}
