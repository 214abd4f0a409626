import CSaybusEspeakNG

/// A voice or voice variant in the library's list.
package struct EspeakVoiceEntry: Sendable {
    /// The gender that the library gives a voice.
    package enum Gender: Sendable {
        case male, female
    }

    package let name: String
    /// The voice's file, relative to the library's directory of voices.
    package let identifier: String
    /// The languages that the voice speaks. The one it suits best comes first; it has the lowest priority number.
    package let languages: [(name: String, priority: Int)]
    package let gender: Gender?

    fileprivate init?(_ voice: espeak_VOICE) {
        guard let name = voice.name, let identifier = voice.identifier else { return nil }
        self.name = String(cString: name)
        self.identifier = String(cString: identifier)
        languages = Self.languages(voice.languages)
        gender = [1: .male, 2: .female][Int(voice.gender)]
    }

    /// Reads pairs of a priority byte and a zero-terminated name, up to a zero priority.
    private static func languages(_ bytes: UnsafePointer<CChar>?) -> [(name: String, priority: Int)] {
        var result: [(name: String, priority: Int)] = []
        var place = bytes
        while let start = place, start.pointee != 0 {
            let name = String(cString: start + 1)
            result.append((name, Int(UInt8(bitPattern: start.pointee))))
            place = start + 2 + name.utf8.count
        }
        return result.sorted { $0.priority < $1.priority }
    }
}

extension EspeakLibrary.Access {
    /// Lists the installed voices.
    package mutating func voices() -> [EspeakVoiceEntry] { Self.entries(espeak_ListVoices(nil)) }

    /// Lists the variants, which change the sound of a voice.
    package mutating func variants() -> [EspeakVoiceEntry] {
        "variant".withCString { language in
            var wanted = espeak_VOICE()
            wanted.languages = language
            return Self.entries(espeak_ListVoices(&wanted))
        }
    }

    /// Reads a list that ends with a null pointer.
    private static func entries(_ list: UnsafeMutablePointer<UnsafePointer<espeak_VOICE>?>?) -> [EspeakVoiceEntry] {
        var result: [EspeakVoiceEntry] = []
        var place = list
        while let entry = place?.pointee {
            if let voice = EspeakVoiceEntry(entry.pointee) { result.append(voice) }
            place = place?.successor()
        }
        return result
    }
}
