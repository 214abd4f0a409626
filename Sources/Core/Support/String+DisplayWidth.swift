extension Character {
    /// The number of terminal columns of the character: 0, 1, or 2 for East Asian wide characters and emoji
    /// (after UAX #11).
    package var displayWidth: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if first.properties.isEmojiPresentation { return 2 }
        switch first.value {
        case 0x20..<0x7F: return 1
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return 2
        default:
            switch first.properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: return 0
            default: return 1
            }
        }
    }
}

extension String {
    /// The number of terminal columns of the text.
    package var displayWidth: Int { reduce(0) { $0 + $1.displayWidth } }

    /// Returns the text, padded with spaces to a number of columns.
    package func padded(to width: Int) -> String {
        // A text of more than four bytes per column counts as wide enough, so its width is not measured.
        let own = utf8.count > 4 * width ? width : displayWidth
        return own < width ? self + String(repeating: " ", count: width - own) : self
    }

    /// Returns the longest prefix that fits into a number of columns.
    package func prefix(columns: Int) -> (text: String, isWhole: Bool) {
        var used = 0
        for index in indices {
            used += self[index].displayWidth
            if used > columns { return (String(self[..<index]), false) }
        }
        return (self, true)
    }
}
