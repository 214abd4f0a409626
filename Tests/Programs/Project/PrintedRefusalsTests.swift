import Foundation
import SaybusTesting
import Testing

@Suite("Sentences that programs print")
struct PrintedRefusalsTests {
    @Test("the page on two machines names each sentence that a program logs when the broker refuses something")
    func refusals() throws {
        let root = PackageFolder.containing()
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
        let source = try ["Receiver.swift", "Receiver+Connection.swift", "Receiver+Refusals.swift"].map {
            try text("Sources/Core/Bus/Connection/\($0)")
        }
        .joined()
        let sentences = source.matches(of: /"([^"]*refuse[^"]*)", metadata: \["reason"/).map { String($0.1) }
        #expect(sentences.count == 4)
        let page = try text("Sources/Core/Broker/Broker.docc/TwoMachines.md")
        for sentence in sentences { #expect(page.contains("`\(sentence)`"), "\(sentence)") }
    }
}
