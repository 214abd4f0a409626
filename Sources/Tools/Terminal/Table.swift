import SaybusSupport

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

    /// Appends a row with a cell for each column.
    package mutating func add(_ row: [Cell]) { rows.append(row) }

    /// Returns the lines of the table, the header first, laid out for a terminal.
    /// - Parameters:
    ///   - style: The colours.
    ///   - width: The terminal's columns; nil means no limit.
    ///   - columns: The headers of the columns that are left out one by one, the first one first, until the table fits.
    ///     If it does not even then, the last column is cut and ends in `…`.
    package func lines(_ style: Style, width: Int?, givingWay columns: [String]) -> [String] {
        guard let width else { return lines(style) }
        var table = self
        // The last column is text that may be cut, but a third of the line is left for it.
        var columns = columns[...]
        while table.width(lastAtMost: width / 3) > width, let next = columns.popFirst() { table = table.without(next) }
        return table.cut(to: width).lines(style)
    }

    /// Returns the lines of the table, the header first, whose last column goes on in further lines.
    /// - Parameters:
    ///   - style: The colours.
    ///   - width: The terminal's columns; nil means no limit.
    ///   - columns: The headers of the columns that are left out one by one, the first one first, until a third of the
    ///     line is left for the last column. If it has no room even then, it stands below each row.
    package func lines(_ style: Style, wrappedTo width: Int?, givingWay columns: [String] = []) -> [String] {
        guard let width else { return lines(style) }
        var table = self
        var columns = columns[...]
        while table.width(lastAtMost: width / 3) > width, let next = columns.popFirst() { table = table.without(next) }
        let left = width - table.widths.dropLast().reduce(0) { $0 + $1 + 2 }
        let isRoomy = left >= TextWrap.minimumWidth || left >= table.widths.last ?? 0
        guard isRoomy else { return table.stacked(style, width: width) }
        var whole = Table(table.header)
        for row in table.rows {
            guard row.count == table.header.count, let last = row.last, last.text.displayWidth > left else {
                whole.add(row)
                continue
            }
            let blank = row.dropLast().map { _ in Cell("") }
            for (index, text) in TextWrap.lines(last.text, width: left).enumerated() {
                whole.add((index == 0 ? Array(row.dropLast()) : blank) + [Cell(text, last.ink)])
            }
        }
        return whole.lines(style)
    }

    /// Returns the lines of the table, the header first, with the last cell of each row below the row.
    private func stacked(_ style: Style, width: Int) -> [String] {
        var rest = Table(Array(header.dropLast()))
        for row in rows { rest.add(Array(row.prefix(header.count - 1))) }
        let lines = rest.lines(style)
        let stacks = zip(rows, lines.dropFirst()).map { row, line -> [String] in
            guard row.count == header.count, let last = row.last, !last.text.isEmpty else { return [line] }
            return [line] + TextWrap.lines(last.text, after: "    ", width: width).map { style.paint($0, last.ink) }
        }
        return [lines[0]] + stacks.flatMap { $0 }
    }

    /// Returns the width of the table, if its last column were cut.
    private func width(lastAtMost most: Int) -> Int {
        let widths = widths
        return widths.dropLast().reduce(0) { $0 + $1 + 2 } + min(widths.last ?? 0, most)
    }

    private var widths: [Int] {
        header.indices.map { column in
            ([header[column].displayWidth] + rows.map { column < $0.count ? $0[column].text.displayWidth : 0 }).max()
                ?? 0
        }
    }

    private func without(_ name: String) -> Table {
        guard let column = header.firstIndex(of: name) else { return self }
        func removing<Element>(_ row: [Element]) -> [Element] {
            Array(row[..<min(column, row.count)] + row[min(column + 1, row.count)...])
        }
        var table = Table(removing(header))
        for row in rows { table.add(removing(row)) }
        return table
    }

    private func cut(to width: Int) -> Table {
        let left = max(1, width - widths.dropLast().reduce(0) { $0 + $1 + 2 })
        var table = Table(header)
        for row in rows {
            var row = row
            if row.count == header.count, let last = row.last, last.text.displayWidth > left {
                let text = last.text.prefix(columns: left - 1).text + "…"
                row[row.count - 1] = Cell(text, last.ink, isNumber: last.isNumber)
            }
            table.add(row)
        }
        return table
    }

    /// Returns the lines of the table, the header first.
    package func lines(_ style: Style) -> [String] {
        let head = header.enumerated().map { column, text in
            Cell(text, .dim, isNumber: rows.contains { column < $0.count && $0[column].isNumber })
        }
        let all = [head] + rows
        let widths = header.indices.map { column in
            all.map { column < $0.count ? $0[column].text.displayWidth : 0 }.max() ?? 0
        }
        return all.map { row in
            var line = ""
            for (column, cell) in row.enumerated() where column < widths.count {
                let gap = String(repeating: " ", count: widths[column] - cell.text.displayWidth)
                let isLast = column == row.count - 1
                line += cell.isNumber ? gap + style.paint(cell.text, cell.ink) : style.paint(cell.text, cell.ink)
                if !isLast { line += (cell.isNumber ? "" : gap) + "  " }
            }
            return line
        }
    }
}
