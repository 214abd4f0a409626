import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Messages.docc/TheWire.md")
struct WireDocumentTests {
    private static let text: String = {
        let file = PackageFolder.containing()
            .appending(path: "Sources/Core/Messages/Messages.docc/TheWire.md").standardizedFileURL
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }()

    /// Returns the cells of the rows of a heading's table, without the table's head.
    private func rows(under heading: String) throws -> [[String]] {
        let section = try #require(Self.text.components(separatedBy: "\n## \(heading)\n").dropFirst().first)
        let lines = section.components(separatedBy: "\n## ")[0].split(separator: "\n").filter { $0.hasPrefix("|") }
        return lines.dropFirst(2).map { line in
            line.dropFirst().dropLast().components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test("the table of kinds agrees with the code")
    func kinds() throws {
        let rows = try rows(under: "The kinds")
        #expect(rows.map { $0[0] } == MessageCatalog.all.map { "`\($0.kind)`" })
        for (row, type) in zip(rows, MessageCatalog.all) {
            guard case .object(let description, _) = type.schema else { continue }
            #expect(row[1] == description)
            #expect(!row[2].isEmpty, "who publishes \(type.kind)?")
            #expect(row[3] == tracking(of: type), "\(type.kind)")
            #expect((row[4] == "yes") == type.isRetained, "\(type.kind)")
        }
    }

    private func tracking(of type: any BusMessage.Type) -> String {
        guard let delivery = type.delivery else { return "" }
        let who = (type.tracking == nil ? "on demand, " : "") + delivery.role.rawValue
        return delivery.answers.isEmpty
            ? who : who + ": " + delivery.answers.map(\.rawValue).joined(separator: ", ")
    }

    @Test("the table of header fields has all fields of the schema, and no others")
    func header() throws {
        let names = try rows(under: "The header").flatMap { row in
            row[0].components(separatedBy: ", ").map { $0.trimmingCharacters(in: ["`"]) }
        }
        #expect(names.sorted() == Header.schema.fields.map(\.name).sorted())
    }

    @Test("the table of required fields agrees with the schemas")
    func required() throws {
        let rows = try rows(under: "Required fields")
        #expect(rows.map { $0[0] } == MessageCatalog.all.map { "`\($0.kind)`" })
        for (row, type) in zip(rows, MessageCatalog.all) {
            let fields = type.schema.fields.filter(\.isRequired).map { "`\($0.name)`" }
            #expect(row[1] == fields.joined(separator: ", "), "\(type.kind)")
        }
    }

    @Test("every state and every counter of a stage is mentioned")
    func status() throws {
        for state in StageStatus.State.allCases { #expect(Self.text.contains("`\(state.rawValue)`"), "\(state)") }
        let counters = try #require(StageStatus.schema.fields.first { $0.name == "counters" }).schema.fields
        for counter in counters { #expect(Self.text.contains("`\(counter.name)`"), "\(counter.name)") }
    }
}
