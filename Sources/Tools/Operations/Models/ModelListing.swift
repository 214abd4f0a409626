import SaybusMessages
import SaybusModelStore
import SaybusTerminal

/// `saybus models list`: the available models, and those that are installed.
public struct ModelListing: Sendable {
    /// A line of the listing.
    public struct Row: Sendable, Codable, Equatable {
        /// The name for `saybus models get`.
        let name: String
        /// The version in the manifest.
        let version: String
        /// A few words on what it is for.
        let purpose: String
        /// The licence, as an SPDX identifier.
        let licence: String
        /// The size in bytes.
        let size: Int
        /// Whether it belongs to the recommended set.
        let isRecommended: Bool
        /// The file that programs open; nil when it is not installed.
        public let path: String?
        /// A sentence on the fault of a model that is installed in part; nil for others.
        let problem: String?
        /// The sources, the official one first.
        let sources: [String]
    }

    private let rows: [Row]
    private let directory: String

    /// Creates a listing of the models of a store's manifest.
    public init(_ store: ModelStore) {
        directory = store.directories.first ?? ""
        rows = store.manifest.models.map { entry in
            Row(
                name: entry.name, version: entry.version, purpose: entry.purpose, licence: entry.licence,
                size: entry.size, isRecommended: entry.recommended, path: store.installed(entry)?.main,
                problem: store.incompleteness(of: entry), sources: entry.sources.map(\.name))
        }
    }

    /// Returns the listing for people.
    /// - Parameters:
    ///   - style: The style of the text.
    ///   - width: The terminal's columns; nil means no limit.
    public func page(_ style: Style, width: Int? = nil) -> String {
        var table = Table(["model", "installed", "MB", "licence", ""])
        for row in rows {
            table.add([
                .init(row.name), row.installation,
                .init("\((row.size + 500_000) / 1_000_000)"), .init(row.licence),
                .init(row.purpose + (row.isRecommended ? " (recommended)" : "")),
            ])
        }
        return
            (table.lines(style, wrappedTo: width, givingWay: ["licence", "MB"]) + [
                "", "Models are fetched into \(directory).",
            ] + rows.compactMap(\.problem)).joined(separator: "\n")
    }

    /// Returns the listing as a JSON array of objects.
    public func json() throws -> String { try JSONValue(rows).text(indented: true) }
}

extension ModelListing.Row {
    /// A cell of the table that tells whether the model is there.
    fileprivate var installation: Table.Cell {
        if path != nil { return .init("yes", .green) }
        return problem == nil ? .init("no", .dim) : .init("damaged", .red)
    }
}
