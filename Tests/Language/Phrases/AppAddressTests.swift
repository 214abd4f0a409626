import SaybusPhrases
import Testing

@Suite("Addressing an app by its name")
struct AppAddressTests {
    private let apps = ["kitchen", "kitchen-helper", "pizza-place"]

    @Test(
        "the request follows the app's name and a link word",
        arguments: [
            ("ask kitchen to turn on the light", "kitchen", "turn on the light"),
            ("Tell the kitchen, to set 2 timers!", "kitchen", "set 2 timers!"),
            ("ask kitchen helper for help", "kitchen-helper", "help"),
            ("ask my pizza place about opening hours", "pizza-place", "opening hours"),
        ])
    func asked(text: String, app: String, request: String) throws {
        let address = try #require(AppAddress(text, apps: apps))
        #expect(address.app == app && address.request == request)
        #expect(text.dropFirst(address.offset) == request)
    }

    @Test(
        "an app is addressed in the words of several languages, whatever the language file",
        arguments: [
            ("Frage Kitchen nach dem Wetter", "kitchen", "dem Wetter"),
            ("sag der Kitchen, mach das Licht an", "kitchen", "mach das Licht an"),
            ("demande à kitchen-helper que tu chantes", "kitchen-helper", "tu chantes"),
            ("pide a kitchen que encienda la luz", "kitchen", "encienda la luz"),
            ("chiedi alla pizza place di aprire", "pizza-place", "aprire"),
            ("vraag aan de kitchen naar het weer", "kitchen", "het weer"),
            ("peça para a kitchen que cante", "kitchen", "cante"),
            ("kitchenで電気をつけて", "kitchen", "電気をつけて"), ("Kitchen Helper で、 5", "kitchen-helper", "5"),
        ])
    func otherLanguages(text: String, app: String, request: String) throws {
        let address = try #require(AppAddress(text, apps: apps))
        #expect(address.app == app && address.request == request)
        #expect(text.dropFirst(address.offset) == request)
    }

    @Test("the name of an app may have letters that are compared as others")
    func sharpS() {
        #expect(AppAddress("ask straße to open", apps: ["straße"])?.request == "open")
    }

    @Test("the words of a language file address an app, and its pattern is in the app's language")
    func languageFile() throws {
        var finnish = Language.english
        finnish.numbers.language = "fi"
        finnish.addresses = AddressVocabulary(verbs: ["kysy"], articles: [], links: ["että"])
        let address = try #require(AppAddress("kysy kitchen että missä", apps: apps, in: finnish))
        #expect(address.request == "missä")
        #expect(AppAddress("kysy kitchen missä", apps: apps, in: finnish) == nil)
        #expect(AddressVocabulary.words(for: "fi-FI", in: finnish).verbs == ["kysy"])
        let german = try #require(AppAddress.pattern(of: "pizza-place", language: "de-DE"))
        #expect(german.hasPrefix("(frag|frage|sag|sage) [(das|dem|den|der|die)] pizza place [("), "\(german)")
        #expect(AppAddress.pattern(of: "kitchen", language: "ja") == nil)
    }

    @Test(
        "other texts address no app",
        arguments: [
            "", "ask", "ask kitchen", "ask kitchen to", "ask kitchen turn on the light", "kitchen to turn it on",
            "ask bathroom to turn on the light", "frage kitchen", "frage kitchen nach", "kitchenで", "kitchen 電気",
            "sag ich komme in die kitchen", "please ask kitchen to turn it on",
        ])
    func others(text: String) { #expect(AppAddress(text, apps: apps) == nil) }
}
