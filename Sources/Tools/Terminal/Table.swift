/// A text table. Each column is as wide as its widest cell.
package struct Table {
    /// A cell: its text, its colour and its alignment. Numbers are aligned to the right.
    package struct Cell {
        package let text: String
        package let ink: Style.Ink?
        package let isNumber: Bool

        package init(_ text: String, _ ink: Style.Ink? = nil, isNumber: Bool = false) {
            (self.text, self.ink, self.isNumber) = (text, ink, isNumber)
        }
    }

    private let header: [String]
    private var rows: [[Cell]] = []

    /// Creates a table without rows.
    package init(_ header: [String]) { self.header = header }

    /// Appends a row.
    package mutating func add(_ row: [Cell]) { rows.append(row) }

    /// Returns the lines of the table, the header first.
    package func lines(_ style: Style) -> [String] {
        let head = header.enumerated().map { column, text in
            Cell(text, .dim, isNumber: rows.contains { column < $0.count && $0[column].isNumber })
        }
        let all = [head] + rows
        let widths = header.indices.map { column in
            all.map { column < $0.count ? $0[column].text.count : 0 }.max() ?? 0
        }
        return all.map { row in
            var line = ""
            for (column, cell) in row.enumerated() where column < widths.count {
                let gap = String(repeating: " ", count: widths[column] - cell.text.count)
                let isLast = column == row.count - 1
                line += cell.isNumber ? gap + style.paint(cell.text, cell.ink) : style.paint(cell.text, cell.ink)
                if !isLast { line += (cell.isNumber ? "" : gap) + "  " }
            }
            return line
        }
    }
}
