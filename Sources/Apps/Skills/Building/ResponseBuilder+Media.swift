import SaybusMessages

/// Methods that add directives for streams, videos and screens.
extension ResponseBuilder {
    /// Plays a stream after the speech.
    ///
    /// - Parameters:
    ///   - playBehavior: The treatment of current and queued streams.
    ///   - url: The stream's address.
    ///   - token: The skill's name for the stream.
    ///   - offsetInMilliseconds: The start position.
    ///   - expectedPreviousToken: The token of the stream that must be last in the queue. Ignored unless
    ///     `playBehavior` is ``PlayBehavior/enqueue``.
    ///   - metadata: The metadata that a screen shows during playback.
    @discardableResult
    public func addAudioPlayerPlayDirective(
        _ playBehavior: PlayBehavior, url: String, token: String, offsetInMilliseconds: Int = 0,
        expectedPreviousToken: String? = nil, metadata: JSONValue? = nil
    ) -> ResponseBuilder {
        let stream = PlayDirective.Stream(
            url: url, token: token,
            expectedPreviousToken: playBehavior == .enqueue ? expectedPreviousToken : nil,
            offsetInMilliseconds: offsetInMilliseconds)
        let item = PlayDirective.AudioItem(stream: stream, metadata: metadata)
        return addDirective(.play(PlayDirective(playBehavior: playBehavior, audioItem: item)))
    }

    /// Stops the current stream.
    @discardableResult
    public func addAudioPlayerStopDirective() -> ResponseBuilder { addDirective(.stop) }

    /// Clears the queue of streams.
    @discardableResult
    public func addAudioPlayerClearQueueDirective(
        _ clearBehavior: ClearQueueDirective.ClearBehavior
    ) -> ResponseBuilder {
        addDirective(.clearQueue(ClearQueueDirective(clearBehavior: clearBehavior)))
    }

    /// Plays a video after the speech.
    ///
    /// Videos play outside of sessions, so the response no longer says whether the session ends.
    @discardableResult
    public func addVideoAppLaunchDirective(
        source: String, title: String? = nil, subtitle: String? = nil
    ) -> ResponseBuilder {
        var item: [String: JSONValue] = ["source": .string(source)]
        let metadata = ["title": title, "subtitle": subtitle].compactMapValues { $0.map(JSONValue.string) }
        if !metadata.isEmpty { item["metadata"] = .object(metadata) }
        return addDirective(.unknown(RawObject(type: Directive.videoLaunch, members: ["videoItem": .object(item)])))
    }

    /// Shows a template of Alexa's Display interface on a screen.
    @discardableResult
    public func addRenderTemplateDirective(_ template: JSONValue) -> ResponseBuilder {
        addDirective(.unknown(RawObject(type: "Display.RenderTemplate", members: ["template": template])))
    }

    /// Shows a hint on a screen: an utterance that the user could say.
    @discardableResult
    public func addHintDirective(_ text: String) -> ResponseBuilder {
        let hint: JSONValue = ["type": "PlainText", "text": .string(text)]
        return addDirective(.unknown(RawObject(type: "Hint", members: ["hint": hint])))
    }
}
