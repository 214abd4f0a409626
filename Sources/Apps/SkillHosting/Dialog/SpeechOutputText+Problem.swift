import CSaybusExpat

extension SpeechOutputText {
    /// The reason why the SSML is no well-formed XML, in a sentence; nil for SSML that can be read, and for plain text.
    ///
    /// Amazon refuses such answers, too. Spoken, they would end at the place of the error.
    var problem: String? {
        guard isSSML else { return nil }
        guard let parser = XML_ParserCreate("UTF-8") else { return "the SSML cannot be read: no memory is left" }
        defer { XML_ParserFree(parser) }
        var text = text
        let status = text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                XML_Parse(parser, bytes.baseAddress, Int32(clamping: bytes.count), 1)
            }
        }
        guard status != XML_STATUS_OK else { return nil }
        let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
        let (line, column) = (XML_GetCurrentLineNumber(parser), XML_GetCurrentColumnNumber(parser) + 1)
        return "the SSML is no valid XML: \(reason) in line \(line), column \(column)"
    }
}
