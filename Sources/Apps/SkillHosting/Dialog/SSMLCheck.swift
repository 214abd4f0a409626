import CSaybusExpat
import SaybusMessages

/// A check of SSML by the rules of the audio stage, before it is spoken.
struct SSMLCheck {
    /// The reason why the audio stage would not speak the text, in a sentence; nil for text that it speaks.
    let problem: String?
    /// The times of the breaks that the audio stage cuts, since they are too long.
    let longBreaks: [String]

    /// Checks a text with its `<speak>` element.
    init(_ text: String) {
        guard let parser = XML_ParserCreate("UTF-8") else {
            (problem, longBreaks) = ("the SSML cannot be read: no memory is left", [])
            return
        }
        defer { XML_ParserFree(parser) }
        let elements = Elements(parser: parser)
        let isRead = withExtendedLifetime(elements) { () -> Bool in
            XML_SetUserData(parser, Unmanaged.passUnretained(elements).toOpaque())
            Self.setHandlers(of: parser)
            var text = text
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { bytes in
                    XML_Parse(parser, bytes.baseAddress, Int32(clamping: bytes.count), 1) == XML_STATUS_OK
                }
            }
        }
        longBreaks = elements.longBreaks
        if isRead || elements.problem != nil {
            problem = elements.problem
        } else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "unknown error"
            let (line, column) = (XML_GetCurrentLineNumber(parser), XML_GetCurrentColumnNumber(parser) + 1)
            problem = "the SSML is no valid XML: \(reason) in line \(line), column \(column)"
        }
    }

    private static func setHandlers(of parser: XML_Parser) {
        XML_SetElementHandler(
            parser,
            { data, name, attributes in
                guard let name else { return }
                Elements.of(data)?.begin(String(cString: name), attributes)
            }, { data, _ in Elements.of(data)?.end() })
        XML_SetEntityDeclHandler(parser) { data, _, _, _, _, _, _, _, _ in
            Elements.of(data)?.refuse("the SSML declares entities of its own")
        }
        XML_SetSkippedEntityHandler(parser) { data, name, _ in
            let name = name.map { String(String(cString: $0).prefix(40)) } ?? ""
            Elements.of(data)?.refuse("the SSML has the unknown entity \"\(name)\": write the character itself")
        }
    }

    /// The elements of one text.
    private final class Elements {
        private let parser: XML_Parser
        private(set) var problem: String?
        private(set) var longBreaks: [String] = []
        private var depth = 0
        /// The number of open elements since the first one whose content is no markup for the audio stage.
        private var captured = 0

        /// The elements whose content the audio stage takes as mere words.
        private static let capturing: Set = ["say-as", "sub", "phoneme", "desc", "metadata"]

        init(parser: XML_Parser) { self.parser = parser }

        static func of(_ data: UnsafeMutableRawPointer?) -> Elements? {
            data.map { Unmanaged<Elements>.fromOpaque($0).takeUnretainedValue() }
        }

        /// Ends the reading with a problem. The first one counts.
        func refuse(_ problem: String) {
            self.problem = self.problem ?? problem
            XML_StopParser(parser, XML_Bool(XML_FALSE))
        }

        func begin(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
            depth += 1
            if depth == 1, name != "speak" {
                return refuse("the SSML begins with <\(name.prefix(40))>, not with <speak>")
            }
            guard depth <= SSMLRules.maximumDepth else {
                return refuse("the SSML has more than \(SSMLRules.maximumDepth) elements inside each other")
            }
            if captured > 0 || Self.capturing.contains(name) {
                captured += 1
            } else if name == "break", let time = Self.value(of: "time", in: attributes) {
                check(time)
            }
        }

        func end() {
            depth -= 1
            captured = max(0, captured - 1)
        }

        private func check(_ time: String) {
            let shown = String(time.prefix(40))
            guard let length = SSMLRules.milliseconds(time) else {
                return refuse("the SSML has a break of \"\(shown)\": its time is written as 500ms or 2s")
            }
            if length > Double(SSMLRules.maximumBreakMs) { longBreaks.append(shown) }
        }

        /// Returns an attribute from Expat's list of names and values, which ends with a null pointer.
        private static func value(
            of wanted: String, in list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
        ) -> String? {
            var index = 0
            while let list, let name = list[index], let value = list[index + 1] {
                if String(cString: name) == wanted { return String(cString: value) }
                index += 2
            }
            return nil
        }
    }
}
