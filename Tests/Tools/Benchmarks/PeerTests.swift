import Foundation
import FoundationXML
import Testing

@testable import SaybusBenchmarks

@Suite("Saybus beside the message buses of others")
struct PeerTests {
    private static func run(_ buses: [PeerBus]) -> BenchmarkRun {
        let figures = buses.flatMap { bus in
            PeerFigure.allCases.enumerated().map { Figure("\(bus.name): \($1.rawValue)", Double(10 + $0), "µs") }
        }
        return BenchmarkRun(
            command: ["peers"], version: "1.2.3", isOptimized: true, at: Date(timeIntervalSince1970: 1_700_000_000),
            seconds: 1, machine: Machine(processor: "A & B", processors: 2, memoryBytes: 1 << 34, kernel: "Linux 6"),
            load: MachineLoad(share: 0), figures: figures)
    }

    @Test("the picture has a bar for each measured bus in each panel, and is well-formed XML")
    func picture() throws {
        let buses: [PeerBus] = [.saybusPython, .mosquitto, .pipecat]
        let svg = try #require(PeerPicture(Self.run(buses))).svg
        for bus in buses { #expect(svg.components(separatedBy: ">\(bus.name)</text>").count == 7) }
        #expect(!svg.contains(PeerBus.openVoiceOS.name))
        let parser = XMLParser(data: Data(svg.utf8))
        #expect(parser.parse())
    }

    @Test("a run of another benchmark has no picture")
    func otherRun() { #expect(PeerPicture(Self.run([])) == nil) }

    @Test("texts of the command are counted once, with their delays; others are left alone")
    func collection() {
        let collection = PeerCollection(.init(number: 1, phase: "latency", count: 3, interval: 0.01))
        #expect(collection.add("latency 0 1000 word", at: 3000))
        #expect(collection.add("latency 2 5000 word", at: 9000))
        #expect(collection.add("latency 2 5000 word", at: 10_000))
        #expect(!collection.add("rate 1 0 word", at: 11_000))
        #expect(!collection.add("no text of ours", at: 11_000))
        #expect(collection.count == 3)
        #expect(!collection.isComplete)
        let answer = collection.answer
        #expect(answer.distinct == 2)
        #expect(answer.delays == [2, 4, 5])
        #expect(answer.gap == 6e-6)
        #expect(answer.highest == 2)
    }

    @Test("the answers of a client are told from what its libraries print")
    func answers() {
        #expect(PeerClient.Answer("{\"number\": 2, \"distinct\": 5, \"delays\": null}")?.distinct == 5)
        #expect(PeerClient.Answer("INFO: connected") == nil)
        #expect(PeerClient.Answer("{\"level\": \"info\"}") == nil)
    }
}
