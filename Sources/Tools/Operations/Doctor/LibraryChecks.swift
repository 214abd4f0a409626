import Foundation

/// The checks of the libraries and models that the stages use.
struct LibraryChecks {
    /// The directory of the model in Debian's package pocketsphinx-en-us.
    static let model = "/usr/share/pocketsphinx/model/en-us"

    /// The directory in which pocketsphinx's model is looked for.
    var modelDirectory = Self.model
    /// The directories in which espeak-ng's data may be: those of Debian, of upstream, and of the variable that
    /// libespeak-ng reads.
    var espeakData = Self.espeakDirectories()

    func findings() -> [Finding] {
        [zeroMQ()] + curve() + [
            library("libespeak-ng", ["libespeak-ng.so.1"], "libespeak-ng1", { $0.espeakVersion() }), espeakVoices(),
            library(
                "libpocketsphinx", ["libpocketsphinx.so.3", "libpocketsphinx.so.1", "libpocketsphinx.so"],
                "libpocketsphinx3"),
            speechModel(),
            library("libsndfile", ["libsndfile.so.1"], "libsndfile1", { $0.text("sf_version_string") }),
            library("libspeexdsp", ["libspeexdsp.so.1"], "libspeexdsp1"),
            library("libkissfft", ["libkissfft-float.so.131"], "libkissfft-float131"),
            library("libportaudio", ["libportaudio.so.2"], "libportaudio2", { $0.text("Pa_GetVersionText") }),
            library(
                "libcurl", ["libcurl.so.4", "libcurl-gnutls.so.4"], "libcurl4", { $0.text("curl_version") }),
            flite(),
        ]
    }

    /// Checks libflite, which is optional: espeak-ng speaks without it.
    private func flite() -> Finding {
        let finding = library("libflite", ["libflite.so.1"], "libflite1")
        guard finding.state == .missing else { return finding }
        return Finding(
            "libflite", .hint, "not there: it has clearer English voices than espeak-ng", remedy: finding.remedy)
    }

    func library(
        _ subject: String, _ names: [String], _ package: String, _ version: (SharedLibrary) -> String? = { _ in nil }
    ) -> Finding {
        for name in names {
            if let library = SharedLibrary(name) { return Finding(subject, .good, version(library) ?? name) }
        }
        // A library that is there, but of another architecture or without one of its own libraries, is not cured by
        // installing it once more.
        if let fault = names.lazy.compactMap(SharedLibrary.fault).first {
            return Finding(
                subject, .missing, "cannot be loaded: \(fault)",
                remedy: "look which file is meant and what it lacks: ldconfig -p | grep \(subject); ldd FILE")
        }
        return Finding(subject, .missing, "\(names[0]) is not there", remedy: "apt-get install \(package)")
    }

    private func zeroMQ() -> Finding { library("libzmq", ["libzmq.so.5"], "libzmq5", { $0.zeroMQVersion() }) }

    private func curve() -> [Finding] {
        guard let library = SharedLibrary("libzmq.so.5") else { return [] }
        return [
            library.zeroMQHas("curve")
                ? Finding("CURVE", .good, "libzmq can encrypt")
                : Finding(
                    "CURVE", .hint, "libzmq was built without CURVE: tcp buses cannot be encrypted",
                    remedy: "install Debian's libzmq5")
        ]
    }

    private func espeakVoices() -> Finding {
        if let place = espeakData.first(where: { access("\($0)/phontab", R_OK) == 0 }) {
            return Finding("espeak-ng data", .good, place)
        }
        return Finding(
            "espeak-ng data", .missing, "no phontab in \(espeakData.joined(separator: ", "))",
            remedy: "apt-get install espeak-ng-data")
    }

    private func speechModel() -> Finding {
        let absent = ["en-us/mdef", "en-us.lm.bin", "cmudict-en-us.dict"].filter {
            access("\(modelDirectory)/\($0)", R_OK) != 0
        }
        if absent.isEmpty { return Finding("speech model", .good, modelDirectory) }
        if absent.allSatisfy({ access("\(modelDirectory)/\($0)", F_OK) == 0 })
            || access(modelDirectory, F_OK) != 0 && errno == EACCES
        {
            return Finding(
                "speech model", .missing, "\(absent.joined(separator: ", ")) in \(modelDirectory) cannot be read",
                remedy: "chmod -R a+rX \(modelDirectory)")
        }
        return Finding(
            "speech model", .missing, "\(modelDirectory) lacks \(absent.joined(separator: ", "))",
            remedy: "apt-get install pocketsphinx-en-us")
    }

    private static func espeakDirectories() -> [String] {
        let variable =
            ProcessInfo.processInfo.environment["ESPEAK_DATA_PATH"].map { [$0 + "/espeak-ng-data", $0] } ?? []
        let libraries = ((try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []).sorted()
            .filter { $0.contains("-linux-") }.map { "/usr/lib/\($0)/espeak-ng-data" }
        return variable + libraries + [
            "/usr/lib/espeak-ng-data", "/usr/share/espeak-ng-data", "/usr/local/share/espeak-ng-data",
        ]
    }
}
