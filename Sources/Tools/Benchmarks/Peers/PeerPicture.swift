import Foundation

/// A picture of the figures of ``PeersBenchmark``: a panel for each sort of figure, a bar for each bus.
public struct PeerPicture {
    private static let (width, nameWidth, valueWidth) = (920.0, 190.0, 120.0)
    private static let (barHeight, titleHeight, margin) = (20.0, 34.0, 16.0)

    /// A panel. Values that differ by orders of magnitude are drawn on a logarithmic scale.
    private struct Panel {
        var title: String
        var figure: PeerFigure
        var isLogarithmic: Bool
        var smallest = 1.0
    }

    private static let panels = [
        Panel(
            title: "One way, median, µs (logarithmic; less is better)", figure: .median, isLogarithmic: true,
            smallest: 10),
        Panel(
            title: "One way, 99 of 100, µs (logarithmic; less is better)", figure: .tail, isLogarithmic: true,
            smallest: 10),
        Panel(
            title: "Messages a second (logarithmic; more is better)", figure: .rate, isLogarithmic: true, smallest: 100),
        Panel(
            title: "Lost of 800 when the broker is killed and started again (less is better)", figure: .lost,
            isLogarithmic: false),
        Panel(title: "Memory of the broker, MiB (less is better)", figure: .server, isLogarithmic: false),
        Panel(title: "Memory of a client, MiB (less is better)", figure: .client, isLogarithmic: false),
    ]

    private let values: [String: Double]
    private let buses: [PeerBus]
    private let caption: String

    /// Creates a picture of a run.
    /// - Returns: Nil when the run has no figure of a bus.
    public init?(_ run: BenchmarkRun) {
        values = Dictionary(run.figures.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        let values = values
        buses = PeerBus.allCases.filter { values["\($0.name): \(PeerFigure.median.rawValue)"] != nil }
        caption = run.headline
        if buses.isEmpty { return nil }
    }

    /// The picture as SVG, in colours that are legible on a light and on a dark page.
    public var svg: String {
        let panelHeight = Self.titleHeight + Double(buses.count) * Self.barHeight + Self.margin
        let height = Double(Self.panels.count) * panelHeight + 2 * Self.margin
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(Self.width)) \(Int(height))" \
            font-family="Helvetica, Arial, sans-serif" font-size="13">
            """,
            "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>",
        ]
        for (index, panel) in Self.panels.enumerated() {
            lines += draw(panel, at: Self.margin + Double(index) * panelHeight)
        }
        lines.append(Self.text(Self.margin, height - 10, caption, "font-size=\"10\" fill=\"#666666\""))
        return lines.joined(separator: "\n") + "\n</svg>\n"
    }

    private func draw(_ panel: Panel, at top: Double) -> [String] {
        var lines = [Self.text(Self.margin, top + 20, panel.title, "font-weight=\"bold\" fill=\"#222222\"")]
        let shown = buses.map { values["\($0.name): \(panel.figure.rawValue)"] ?? 0 }
        let largest = max(shown.max() ?? 0, panel.smallest)
        let room = Self.width - Self.nameWidth - Self.valueWidth - 2 * Self.margin
        for (index, bus) in buses.enumerated() {
            let value = shown[index]
            let share =
                panel.isLogarithmic
                ? max(0, log(max(value, panel.smallest) / panel.smallest) / max(log(largest / panel.smallest), 0.001))
                : value / largest
            let (y, start) = (top + Self.titleHeight + Double(index) * Self.barHeight, Self.margin + Self.nameWidth)
            let length = (share * room).rounded()
            lines += [
                Self.text(start - 8, y + 12, bus.name, "text-anchor=\"end\" fill=\"#222222\""),
                """
                <rect x="\(Int(start))" y="\(Int(y))" width="\(Int(max(1, length)))" height="15" rx="2" \
                fill="\(bus.isOwn ? "#2f6f9f" : "#b0a08a")"/>
                """,
                Self.text(start + length + 6, y + 12, Figure.text(value), "fill=\"#222222\""),
            ]
        }
        return lines
    }

    private static func text(_ x: Double, _ y: Double, _ text: String, _ attributes: String) -> String {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return "<text x=\"\(Int(x))\" y=\"\(Int(y))\" \(attributes)>\(escaped)</text>"
    }
}
