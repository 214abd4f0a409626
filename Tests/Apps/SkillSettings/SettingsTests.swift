import Foundation
import SaybusExternalEngines
import SaybusSkillSettings
import Synchronization
import Testing

@Suite("The settings service for skills")
struct SettingsTests {
    private let service = SettingsService(DeviceSettings(timeZone: "Europe/Berlin", language: "de-DE"))

    private func answer(
        _ path: String, device: String = "hall", method: String = "GET", token: String? = nil
    ) async -> Int {
        let bearer = "Bearer \(token ?? service.token(of: device))"
        return await service.answer(method, path, authorization: bearer).status
    }

    @Test("a device's token opens the settings of this device, and nothing else")
    func answers() async {
        let path = "/v2/devices/hall/settings/System.timeZone"
        let bearer = "Bearer \(service.token(of: "hall"))"
        let own = await service.answer("GET", path, authorization: bearer)
        #expect(own.status == 200 && own.body == "\"Europe/Berlin\"")
        #expect(await answer(path, device: "den") == 403)
        #expect(await answer(path, token: "0") == 401)
        #expect(await service.answer("GET", path, authorization: nil).status == 401)
        #expect(await answer(path, method: "PUT") == 405)
        #expect(await answer("/v2/devices/hall/settings/System.colour") == 400)
        #expect(await answer("/v2/accounts/~current/settings/Profile.name") == 403)
        #expect(await answer("/v1/devices/hall/settings/address") == 403)
        #expect(await answer("/v1/alerts/reminders", method: "POST") == 403)
        #expect(await answer("/v1/alerts/reminders/1", method: "DELETE") == 403)
        #expect(service.token(of: "hall") == service.token(of: "hall"))
        #expect(service.token(of: "hall") != service.token(of: "den"))
    }

    private func directive(_ speech: String, during request: String, type: String = "VoicePlayer.Speak") -> [UInt8] {
        Array(
            #"{"header":{"requestId":"\#(request)"},"directive":{"type":"\#(type)","speech":"\#(speech)"}}"#.utf8)
    }

    private func speak(_ body: [UInt8], device: String = "hall") async -> SettingsService.Answer {
        await service.answer(
            "POST", "/v1/directives", authorization: "Bearer \(service.token(of: device))", body: body)
    }

    @Test("words are spoken while their own request is open, at most five times, and refused after its answer")
    func speeches() async {
        let spoken = Mutex<[String]>([])
        service.requests.open("r", of: "hall") { speech in
            spoken.withLock { $0.append(speech) }
            return speech == "bad" ? .invalid("it is \"bad\"") : .accepted
        }
        #expect(await speak(directive("wait", during: "r")) == .init(status: 204, body: ""))
        #expect(await speak(directive("wait", during: "other")).status == 403)
        #expect(await speak(directive("wait", during: "r"), device: "den").status == 403)
        #expect(await speak(directive("wait", during: "r", type: "AudioPlayer.Play")).status == 400)
        #expect(await speak(Array("speak".utf8)).status == 400)
        let wide = String(decoding: directive("wait", during: "r"), as: UTF8.self)
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32] {
            let answer = await speak(Array(wide.data(using: encoding) ?? Data()))
            #expect(answer.status == 400 && answer.body.contains("not in UTF-8"), "\(answer)")
        }
        #expect(await speak(directive(String(repeating: "a", count: 25 << 10), during: "r")).status == 400)
        let bad = await speak(directive("bad", during: "r"))
        #expect(bad == .init(status: 400, body: #"{"code":"INVALID_DIRECTIVE","message":"it is \"bad\""}"#))
        #expect(
            await service.answer("POST", "/v1/directives", authorization: nil, body: directive("a", during: "r")).status
                == 401)
        for _ in 0..<3 { #expect(await speak(directive("wait", during: "r")).status == 204) }
        #expect(await speak(directive("wait", during: "r")).status == 403, "these were five")
        service.requests.open("s", of: "hall") { _ in .answered }
        #expect(await speak(directive("wait", during: "s")).status == 403, "the answer has overtaken it")
        service.requests.close("s")
        #expect(await speak(directive("wait", during: "s")).status == 403)
        #expect(spoken.withLock(\.self) == ["wait", "bad", "wait", "wait", "wait"])
    }

    @Test("the server takes words over HTTP, and answers without content")
    func directives() async throws {
        let server = try await SettingsServer(service)
        service.requests.open("r", of: "hall") { $0 == "One moment." ? .accepted : .invalid("other words came") }
        let exchange = HTTPExchange(
            method: .post, url: "\(server.address)/v1/directives",
            headers: [.init(name: "Authorization", value: "Bearer \(service.token(of: "hall"))")],
            body: String(decoding: directive("One moment.", during: "r"), as: UTF8.self), timeout: .seconds(20))
        #expect(try await HTTPClient().run(exchange) == .success([]))
        service.requests.close("r")
        guard case .failure(let failure) = try await HTTPClient().run(exchange) else {
            Issue.record("an answered request takes no words")
            return
        }
        #expect(failure.reason.contains("status 403"), "\(failure)")
        await server.close()
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
