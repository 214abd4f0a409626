import Testing

@testable import SaybusSupport

@Suite("The user's directories") struct UserDirectoryTests {
    @Test("a variable counts where its path is absolute, else the user's home")
    func places() {
        let home = ["HOME": "/home/kim", "XDG_STATE_HOME": "state", "XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": ""]
        #expect(UserDirectory.configuration.saybus(home) == "/home/kim/.config/saybus")
        #expect(UserDirectory.state.saybus(home) == "/home/kim/.local/state/saybus")
        #expect(UserDirectory.data.saybus(home) == "/data/saybus")
        #expect(UserDirectory.cache.saybus(home) == "/home/kim/.cache/saybus")
        #expect(UserDirectory.configuration.saybus([:]).hasSuffix("/.config/saybus"))
    }

    @Test("apps keep their state where a variable says, else among the user's state")
    func appState() {
        #expect(UserDirectory.appState(["HOME": "/home/kim", "SAYBUS_STATE": "/srv/apps"]) == "/srv/apps")
        #expect(UserDirectory.appState(["HOME": "/home/kim", "SAYBUS_STATE": ""]) == "/home/kim/.local/state/saybus")
    }
}
