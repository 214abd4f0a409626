import Foundation
import SaybusTesting
import Testing

@testable import SaybusAppFiles

@Suite("Warnings about what is said in vain")
struct UnderstandingCheckTests {
    @Test(
        "what can never be understood, takes everything, cannot be stopped or has no value is named with its line",
        arguments: [
            ("commands: {Go: {patterns: [\"@x\"], do: [{log: x}]}}", "k.yaml:2:", "takes whatever is said"),
            (
                "language: de\ncommands: {Go: {patterns: [\"geh @n:Number\"], do: [{log: x}]}}", "k.yaml: ",
                "set SAYBUS_LANGUAGE"
            ),
            ("commands: {Go: {patterns: [go], do: [{after: {time: 1h}}]}}", "k.yaml:2:", "\"cancel: ringing\""),
            (
                "commands: {Go: {patterns: [go], do: [{http: {url: 'http://h', bearer: '${NO_SUCH_SECRET}'}}]}}",
                "k.yaml:2:", "NO_SUCH_SECRET has no value here"
            ),
        ])
    func warned(yaml: String, place: String, reason: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("k.yaml", "app: k\n" + yaml + "\n")
        let check = AppCheck(files: [path])
        #expect(!check.hasErrors)
        #expect(
            check.findings.contains {
                $0.description.hasPrefix(folder.path + "/" + place) && $0.message.contains(reason)
            }, "\(check.findings)")
    }

    @Test("the examples have no warnings")
    func examples() throws {
        let folder = PackageFolder.containing().path + "/deploy/examples"
        let check = AppCheck(files: ["kitchen", "pizza", "coffee"].map { "\(folder)/\($0).yaml" })
        #expect(check.findings.filter { $0.code != "shadowed" }.isEmpty, "\(check.findings)")
    }
}
