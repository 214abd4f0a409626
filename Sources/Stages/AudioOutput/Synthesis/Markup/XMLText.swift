import CSaybusExpat

/// A receiver of what an XML text contains, in its order.
protocol XMLReceiver: AnyObject {
    /// Receives the start of an element. Names are as written, with their prefixes.
    func elementStarted(_ name: String, _ attributes: [String: String]) throws(SynthesisError)

    /// Receives the end of an element.
    func elementEnded(_ name: String) throws(SynthesisError)

    /// Receives characters. The words between two tags may come in several pieces.
    func charactersFound(_ characters: String)
}

/// A reader of XML texts, by Expat.
///
/// Comments and processing instructions are left out, and CDATA sections are characters. The encoding in the XML
/// declaration is ignored, since the text is already decoded. A text that declares entities of its own is refused:
/// they could name files, or grow without bound. Prefixes need no declaration.
enum XMLText {
    /// Passes the elements and characters of a text to a receiver until it throws.
    /// - Throws: ``SynthesisError`` with the code `badMarkup` for a text that is no valid XML, and what the receiver
    ///   throws.
    static func read(_ text: String, into receiver: some XMLReceiver) throws(SynthesisError) {
        guard let parser = XML_ParserCreate("UTF-8") else {
            throw SynthesisError(.failed, "The SSML cannot be read: no memory is left for its parser.")
        }
        defer { XML_ParserFree(parser) }
        let reading = Reading(parser: parser, receiver: receiver)
        try withExtendedLifetime(reading) { () throws(SynthesisError) in
            XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
            setHandlers(of: parser)
            var text = text
            let status = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    // Expat counts bytes in 32 bits; the message would have been refused long before.
                    XML_Parse(parser, bytes.baseAddress, Int32(clamping: bytes.count), 1)
                }
            }
            if let error = reading.error { throw error }
            guard status == XML_STATUS_OK else {
                let (line, column) = (XML_GetCurrentLineNumber(parser), XML_GetCurrentColumnNumber(parser) + 1)
                throw SynthesisError(
                    .badMarkup,
                    "The SSML is no valid XML: something is wrong in line \(line), column \(column).")
            }
        }
    }

    private static func setHandlers(of parser: XML_Parser) {
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name else { return }
                Reading.of(data) { reading throws(SynthesisError) in
                    try reading.receiver.elementStarted(String(cString: name), XMLText.dictionary(attributes))
                }
            },
            { data, name in
                guard let name else { return }
                Reading.of(data) { reading throws(SynthesisError) in
                    try reading.receiver.elementEnded(String(cString: name))
                }
            })
        XML_SetCharacterDataHandler(parser) { data, characters, length in
            let bytes = UnsafeRawBufferPointer(start: characters, count: Int(length))
            Reading.of(data) { $0.receiver.charactersFound(String(decoding: bytes, as: UTF8.self)) }
        }
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            Reading.of(data) { _ throws(SynthesisError) in
                throw SynthesisError(.badMarkup, "SSML that declares entities of its own is not read.")
            }
        }
        // An entity that a document type elsewhere may declare; its words would be missing.
        XML_SetSkippedEntityHandler(parser) { data, name, _ in
            let name = name.map { String(cString: $0).prefix(40) } ?? ""
            Reading.of(data) { _ throws(SynthesisError) in
                throw SynthesisError(
                    .badMarkup, "The SSML has the unknown entity \"\(name)\": write the character itself.")
            }
        }
    }

    /// Returns the attributes from Expat's list of names and values, which ends with a null pointer.
    private static func dictionary(_ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) -> [String: String] {
        var (attributes, index) = ([String: String](), 0)
        while let list, let name = list[index], let value = list[index + 1] {
            attributes[String(cString: name)] = String(cString: value)
            index += 2
        }
        return attributes
    }

    /// The reading of one text.
    private final class Reading {
        let receiver: any XMLReceiver
        private let parser: XML_Parser
        /// The error of the receiver, or of an entity, that has ended the reading.
        private(set) var error: SynthesisError?

        init(parser: XML_Parser, receiver: any XMLReceiver) { (self.parser, self.receiver) = (parser, receiver) }

        /// Calls a handler. When it throws, the parser is stopped.
        static func of(_ data: UnsafeMutableRawPointer?, _ body: (Reading) throws(SynthesisError) -> Void) {
            guard let data else { return }
            let reading = Unmanaged<Reading>.fromOpaque(data).takeUnretainedValue()
            // Expat still ends an empty element whose start has stopped it.
            guard reading.error == nil else { return }
            do {
                try body(reading)
            } catch {
                reading.error = error
                XML_StopParser(reading.parser, XML_Bool(XML_FALSE))
            }
        }
    }
}
