import SaybusExternalEngines
import SaybusSkillSettings
import Testing

@Suite("The settings service for skills")
struct SettingsTests {
    private let service = SettingsService(DeviceSettings(timeZone: "Europe/Berlin", language: "de-DE"))

    private func answer(_ path: String, device: String = "hall", method: String = "GET", token: String? = nil) -> Int {
        let bearer = "Bearer \(token ?? service.token(of: device))"
        return service.answer(method, path, authorization: bearer).status
    }

    @Test("a device's token opens the settings of this device, and nothing else")
    func answers() {
        let path = "/v2/devices/hall/settings/System.timeZone"
        let bearer = "Bearer \(service.token(of: "hall"))"
        let own = service.answer("GET", path, authorization: bearer)
        #expect(own.status == 200 && own.body == "\"Europe/Berlin\"")
        #expect(answer(path, device: "den") == 403)
        #expect(answer(path, token: "0") == 401)
        #expect(service.answer("GET", path, authorization: nil).status == 401)
        #expect(answer(path, method: "PUT") == 405)
        #expect(answer("/v2/devices/hall/settings/System.colour") == 400)
        #expect(answer("/v2/accounts/~current/settings/Profile.name") == 403)
        #expect(answer("/v1/devices/hall/settings/address") == 403)
        #expect(service.token(of: "hall") == service.token(of: "hall"))
        #expect(service.token(of: "hall") != service.token(of: "den"))
    }

    @Test("the units are those of the language's country")
    func units() {
        #expect(service.settings.value(of: "System.temperatureUnit") == "CELSIUS")
        #expect(DeviceSettings(language: "en-US").value(of: "System.distanceUnits") == "IMPERIAL")
        #expect(DeviceSettings(language: "en-GB").value(of: "System.distanceUnits") == "METRIC")
    }

    @Test("the server answers over HTTP, and refuses without a token")
    func served() async throws {
        let server = try await SettingsServer(service)
        let url = "\(server.address)/v2/devices/a%20b/settings/System.timeZone"
        func get(_ token: String) async throws -> Result<[UInt8], HTTPFailure> {
            try await HTTPClient().run(
                HTTPExchange(
                    method: .get, url: url, headers: [.init(name: "Authorization", value: "Bearer \(token)")],
                    timeout: .seconds(20), maximumSize: 1000))
        }
        guard case .failure(let failure) = try await get("none") else {
            Issue.record("nobody is let in without a token")
            return
        }
        #expect(failure.code == .status)
        #expect(String(decoding: try await get(service.token(of: "a b")).get(), as: UTF8.self) == "\"Europe/Berlin\"")
        await server.close()
    }
}
