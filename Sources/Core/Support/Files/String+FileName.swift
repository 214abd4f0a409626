extension String {
    /// A part of a file name that stands for this text, such as a name with a URL, and for no other one.
    ///
    /// It begins with the text's first letters and digits, for people, and ends with the text's hash, since texts may
    /// differ in later or in other characters.
    package var asFileName: String {
        let letters = prefix(40).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        let hash = String(FNV1a(utf8).value, radix: 16)
        return String(letters) + "-" + String(repeating: "0", count: 16 - hash.count) + hash
    }
}
