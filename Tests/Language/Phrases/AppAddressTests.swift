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
        "other texts address no app",
        arguments: [
            "", "ask", "ask kitchen", "ask kitchen to", "ask kitchen turn on the light", "kitchen to turn it on",
            "ask bathroom to turn on the light", "please ask kitchen to turn it on",
        ])
    func others(text: String) { #expect(AppAddress(text, apps: apps) == nil) }
}
