import Foundation
import SaybusAppFiles
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusTap

/// The console's answers to questions of pages.
struct Answers: Sendable {
    /// An answer: a text frame, or sound as a binary one.
    enum Answer: Sendable {
        case value(JSONValue)
        case sound(TurnSounds.Sound)
    }

    /// The most turns that are listed of a recording's file, or of a difference.
    static let maximumTurns = 500
    /// The most bytes of the messages of a recorded turn.
    private static let maximumMessageBytes = 1 << 20

    let files: OfferedFiles
    let feed: Feed
    let options: StageOptions
    private let phrases = PhraseTrial()
    private let replays = ReplayLock()

    init(files: OfferedFiles, feed: Feed, options: StageOptions) {
        (self.files, self.feed, self.options) = (files, feed, options)
    }

    /// Answers a question.
    /// - Throws: A ``PageError`` or `StageFailure` with a sentence for the page.
    func answer(_ question: PageQuestion) async throws -> Answer {
        switch question {
        case .files:
            return .value([
                "apps": .array(files.appNames.map { .string($0) }),
                "recordings": .array(
                    files.recordings().map { ["name": .string($0.name), "bytes": .integer(Int64($0.bytes))] }),
                "hasFolder": .boolean(files.hasFolder),
            ])
        case .app(let name):
            let path = try files.app(name)
            let bytes = try content(of: path, name)
            let text = String(decoding: bytes, as: UTF8.self)
            return .value(["file": .string(name), "text": .string(text), "findings": try check(bytes, name).json])
        case .check(let draft): return .value(["findings": try check(Array(draft.text.utf8), draft.file).json])
        case .phrases(let texts, let session, let draft):
            let catalogs =
                if let draft { try check(Array(draft.text.utf8), draft.file).catalogs.map(\.unscoped) } else {
                    feed.catalogs
                }
            guard !catalogs.isEmpty else {
                throw PageError(
                    .unavailable, draft == nil ? "no app is on the bus" : "an app with errors has no phrases to try")
            }
            return .value(try phrases.result(texts, catalogs, in: session))
        case .sessions(let name):
            let sessions = try await RecordingView(files.recording(name)).sessions(most: Self.maximumTurns)
            return .value(["recordings": .array(sessions)])
        case .difference(let old, let new):
            let (old, new) = (try RecordingView(files.recording(old)), try RecordingView(files.recording(new)))
            return .value(try await old.difference(to: new, most: Self.maximumTurns))
        case .turn(let turn, let name): return .value(try await messages(of: turn, in: name))
        case .sound(let turn, let name): return .sound(try await sound(of: turn, in: name))
        case .replay(let name, let start, let turn): return .value(try await replay(name, start, turn))
        case .judge(let since): return .value(await judge(since: since))
        }
    }

    // MARK: Apps

    /// Returns the bytes of an app's file.
    private func content(of path: String, _ name: String) throws(PageError) -> [UInt8] {
        do throws(FileReadError) {
            return try RegularFile(path, atMost: App.maximumFileSize).bytes
        } catch {
            throw PageError(.unavailable, "\(name) \(error)")
        }
    }

    private func check(_ yaml: [UInt8], _ name: String) throws(PageError) -> AppCheck {
        let folder = URL(fileURLWithPath: try files.app(name)).deletingLastPathComponent().path
        return AppCheck(yaml: yaml, file: name, folder: folder)
    }

    // MARK: Recordings

    /// Returns how the recorded turns since a time would be judged by other thresholds.
    private func judge(since: Int64) async -> JSONValue {
        var utterances: [RecordingView.Utterance] = []
        var unreadable: [JSONValue] = []
        for recording in files.recordings() {
            do {
                utterances += try await RecordingView(files.recording(recording.name)).utterances(since: since)
            } catch { unreadable.append(.string("\(recording.name): \(error)")) }
            // Bounds the memory when a day has very many turns.
            guard utterances.count < 20 * ThresholdTrial.maximumTurns else { break }
        }
        guard case .object(var members) = ThresholdTrial.result(utterances, feed.catalogs) else {
            return .null
        }
        members["unreadable"] = .array(unreadable)
        members["hasFolder"] = .boolean(files.hasFolder)
        return .object(members)
    }

    private func messages(of turn: TurnID, in name: String) async throws -> JSONValue {
        let messages = try await RecordingView(files.recording(name)).messages(of: turn)
        guard !messages.isEmpty else { throw PageError(.unavailable, "\(name) has no turn \(turn)") }
        var (lines, bytes): ([JSONValue], Int) = ([], 0)
        for message in messages where message.header.kind != AudioInput.kind && message.header.kind != AudioOutput.kind
        {
            let text = MessageText.json(message)
            bytes += text.utf8.count
            guard bytes <= Self.maximumMessageBytes, let value = try? JSONValue(parsing: Array(text.utf8)) else {
                break
            }
            lines.append(value)
        }
        return ["messages": .array(lines)]
    }

    private func sound(of turn: TurnID, in name: String?) async throws -> TurnSounds.Sound {
        guard let name else {
            guard let sound = feed.sounds.sound(of: turn) else {
                throw PageError(
                    .unavailable,
                    "the sound of this turn is not kept: it was typed, or spoken while no page was watching")
            }
            return sound
        }
        var sound: TurnSounds.Sound?
        for message in try await RecordingView(files.recording(name)).sound(of: turn) {
            guard let chunk = try? message.decode(AudioInput.self).body else { continue }
            sound = sound ?? TurnSounds.Sound(chunk.format)
            sound?.add(chunk)
        }
        guard let sound else { throw PageError(.unavailable, "\(name) has no sound of this turn") }
        return sound
    }

    private func replay(
        _ name: String, _ start: PageQuestion.ReplayStart, _ turn: TurnID?
    ) async throws -> JSONValue {
        guard replays.take() else { throw PageError(.refused, "another replay is running") }
        defer { replays.free() }
        let output = try files.newRecording(replaying: name)
        let (lines, exitCode) = try await ReplayRun(
            recording: files.recording(name), output: output, start: start, turn: turn, options: options
        ).run()
        var answer: [String: JSONValue] = [
            "lines": .array(lines.map { .string($0) }), "exitCode": .integer(Int64(exitCode)),
        ]
        if exitCode == 0 || exitCode == ReplayRun.incomplete {
            answer["recording"] = .string(URL(fileURLWithPath: output).lastPathComponent)
        } else {
            // It holds nothing of the recorded turns.
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: output + suffix) }
        }
        return .object(answer)
    }
}

extension AppCheck {
    fileprivate var json: JSONValue { get throws { try JSONValue(findings) } }
}
