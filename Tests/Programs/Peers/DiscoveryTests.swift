import Foundation
import SaybusBus
import SaybusPeerPrograms
import SaybusTesting
import Testing

@Suite(
    "Discovery on the local network, by Debian's avahi",
    .enabled(if: LocalNetwork.canRun, "avahi-daemon, avahi-utils and dbus are installed, and the user is root"),
    .timeLimit(.minutes(2)))
struct DiscoveryTests {
    @Test("Home Assistant's two directories list the gateway and the satellite with name, address, port and facts")
    func browse() async throws {
        let folder = try TemporaryFolder()
        let test = try TestBus()
        let network = try LocalNetwork.run(
            """
            saybus-wyoming --bus \(test.address.url) --as-satellite --uri tcp://0.0.0.0:10700 --zeroconf --zeroconf-name Hall &
            saybus-esphome --bus \(test.address.url) --session kitchen --port 6053 --name kitchen --zeroconf &
            # Avahi's own browser waits for entries that come later.
            avahi-browse --no-fail --all --resolve --parsable --no-db-lookup &
            wait
            """, in: folder)
        let wyoming = try await network.line(within: .seconds(60)) {
            $0.hasPrefix("=;") && $0.contains("_wyoming._tcp")
        }
        #expect(wyoming.contains(";Hall;") && wyoming.contains(";10.77.0.1;10700;"), "\(wyoming)")
        let device = try await network.line(within: .seconds(60)) { $0.hasPrefix("=;") && $0.contains("_esphomelib") }
        #expect(device.contains(";kitchen;") && device.contains(";6053;") && device.contains("friendly_name=kitchen"))
        #expect(device.contains("\"mac=") && device.contains("\"project_name=saybus.satellite\""), "\(device)")
    }

    @Test("after a restart of the directory's daemon, the gateway is found again")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let test = try TestBus()
        let network = try LocalNetwork.run(
            """
            saybus-wyoming --bus \(test.address.url) --as-satellite --uri tcp://0.0.0.0:10700 --zeroconf --zeroconf-name Hall &
            # Each call ends once the daemon has told all that it knows.
            browse() { avahi-browse --resolve --parsable --terminate _wyoming._tcp 2>/dev/null | grep '^=;.*;Hall;'; }
            until browse; do :; done
            daemon=$(cat /run/avahi-daemon/pid)
            kill "$daemon"
            tail --pid="$daemon" --follow /dev/null
            ! browse
            directory &
            until browse; do :; done
            echo again
            wait
            """, in: folder)
        let found = try await network.line(within: .seconds(60)) { $0 == "again" }
        #expect(found == "again")
        #expect(network.lines(.standardOutput).count { $0.contains(";10.77.0.1;10700;") } == 2)
    }

    @Test(
        "the library of Home Assistant finds the gateway",
        .enabled(if: PeerProgram.areWanted, "\(PeerProgram.reason)"))
    func library() async throws {
        let folder = try TemporaryFolder()
        let test = try TestBus()
        let script = PackageFolder.containing().appending(path: "Tests/Programs/Peers/zeroconf_browser.py")
        let python = try await PeerProgram("zeroconf").folder + "/bin/python"
        let network = try LocalNetwork.run(
            """
            saybus-wyoming --bus \(test.address.url) --as-satellite --uri tcp://0.0.0.0:10700 --zeroconf --zeroconf-name Hall &
            \(python) -B \(script.path(percentEncoded: false)) 10.77.0.1 &
            wait
            """, in: folder)
        let found = try await network.line(within: .seconds(60)) { $0.hasPrefix("found ") }
        #expect(found.hasPrefix("found Hall._wyoming._tcp.local. 10.77.0.1 ") && found.hasSuffix(" 10700"), "\(found)")
    }
}
