import SaybusMessages
import Testing

@testable import SaybusStage

@Suite("Commands that several instances of an app list")
struct CatalogMergingTests {
    @Test("a command that the app's own code understands in one of them remains one, also without phrases")
    func ownCode() {
        let plain = Catalog.Command(type: "Go", patterns: ["go"])
        let own = Catalog.Command(type: "Go", patterns: ["go"], phrases: [])
        for commands in [[plain, own], [own, plain]] {
            var merged: [Catalog.Command] = []
            for command in commands { merged.merge(command) }
            let result = merged
            #expect(result == [own])
        }
    }
}
