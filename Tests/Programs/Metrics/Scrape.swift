import Foundation
import SaybusTesting

/// The metrics of a program at one moment, as its server shows them.
struct Scrape {
    /// The answer's body.
    let text: String
    /// The values, by names with labels as they stand in the text.
    let values: [String: Double]

    /// The names of the metrics.
    var names: Set<String> {
        Set(text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }.map { String($0.split(separator: " ")[2]) })
    }

    init(_ answer: String) {
        text = answer.range(of: "\r\n\r\n").map { String(answer[$0.upperBound...]) } ?? ""
        var values: [String: Double] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let blank = line.lastIndex(of: " ") else { continue }
            values[String(line[..<blank])] = Double(line[line.index(after: blank)...])
        }
        self.values = values
    }

    /// The sum of a metric's values over all labels that contain a text.
    func sum(_ name: String, where label: String = "") -> Double {
        values.filter { $0.key == name || $0.key.hasPrefix(name + "{") }.filter {
            label.isEmpty || $0.key.contains(label)
        }
        .map(\.value).reduce(0, +)
    }
}

extension ProgramUnderTest {
    /// The port of the program's metrics, of which it tells in its log.
    func metricsPort() async throws -> Int {
        let line = try await line(on: .standardError) { $0.contains("metrics are served") }
        let url = line.components(separatedBy: "127.0.0.1:").last?.prefix { $0.isNumber }
        return url.flatMap { Int($0) } ?? 0
    }

    /// Reads the program's metrics.
    func scrape() async throws -> Scrape {
        let port = try await metricsPort()
        return Scrape(try await LoopbackConnection.ask("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", port: port))
    }

    /// Reads the program's metrics until they satisfy a condition.
    /// - Returns: The last ones, after 10 s also without the condition.
    func scrape(until fits: (Scrape) -> Bool) async throws -> Scrape {
        let end = ContinuousClock.now + .seconds(10)
        while true {
            let scrape = try await scrape()
            if fits(scrape) || ContinuousClock.now > end { return scrape }
        }
    }
}
