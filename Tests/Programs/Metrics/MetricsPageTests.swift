import Foundation
import SaybusMetricsJudges
import SaybusStage
import SaybusTelemetry
import SaybusTesting
import Testing

@Suite("The page, the dashboard and the alerts about metrics")
struct MetricsPageTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: PackageFolder.containing().appending(path: path), encoding: .utf8)
    }

    /// Returns the names of Saybus' metrics that occur in a text.
    private func names(in text: String) -> Set<String> {
        Set(text.matches(of: /saybus_[a-z_]+/).map { String($0.output) })
    }

    @Test("the page's table has each metric, as the programs describe it, and no other")
    func table() throws {
        let page = try text("Sources/Tools/PipelineFiles/PipelineFiles.docc/MetricsAndTraces.md")
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `saybus_") }.map(String.init)
        #expect(rows.sorted() == MetricsTable.described.map(MetricsTable.row).sorted())
        for family in ProcessMetrics.families() { #expect(page.contains("`\(family.name)`")) }
    }

    @Test(
        "the dashboard and the alerts ask for metrics that exist",
        arguments: ["grafana/saybus.json", "prometheus/saybus.rules.yaml", "prometheus/saybus.rules.test.yaml"])
    func queries(file: String) throws {
        let known = Set(
            MetricsTable.described.flatMap { metric in
                metric.type == .histogram ? ["_bucket", "_sum", "_count"].map { metric.name + $0 } : [metric.name]
            })
        let used = names(in: try text("deploy/packaging/\(file)"))
        #expect(!used.isEmpty)
        #expect(used.subtracting(known) == [])
    }

    @Test("each panel of the dashboard has a title, a unit and a query, and no two have the same place")
    func dashboard() throws {
        let json = try JSONSerialization.jsonObject(with: Data(text("deploy/packaging/grafana/saybus.json").utf8))
        let panels = try #require((json as? [String: Any])?["panels"] as? [[String: Any]])
        #expect(panels.count >= 10)
        var places: Set<String> = []
        for panel in panels where panel["type"] as? String != "row" {
            let title = try #require(panel["title"] as? String)
            let targets = panel["targets"] as? [[String: Any]] ?? []
            #expect(targets.allSatisfy { ($0["expr"] as? String)?.isEmpty == false } && !targets.isEmpty, "\(title)")
            let defaults = (panel["fieldConfig"] as? [String: Any])?["defaults"] as? [String: Any]
            #expect(defaults?["unit"] is String, "\(title)")
            #expect(places.insert("\(panel["gridPos"] ?? "")").inserted, "\(title)")
        }
    }

    @Test(
        "promtool accepts the alerts, and they fire when they should, and not otherwise",
        .enabled(if: Promtool.isInstalled, "promtool is installed (Debian's prometheus)"))
    func alerts() async throws {
        let folder = PackageFolder.containing().appending(path: "deploy/packaging/prometheus")
        for arguments in [["check", "rules", "saybus.rules.yaml"], ["test", "rules", "saybus.rules.test.yaml"]] {
            let last = folder.appending(path: arguments[2]).path
            let (code, text) = try await Promtool.run(Array(arguments.prefix(2)) + [last])
            #expect(code == 0, "\(text)")
        }
    }
}
