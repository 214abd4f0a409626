/// Plain text in columns, each as wide as its widest entry on a terminal.
package enum TextColumns {
    /// Returns the rows as lines, with two spaces between the columns and none at the end.
    package static func lines(_ rows: [[String]]) -> String {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].displayWidth }.max() ?? 0 }
        return rows.map { row in
            var line = zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}
