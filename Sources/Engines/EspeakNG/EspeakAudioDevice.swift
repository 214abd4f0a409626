/// Replaces the function of libpcaudio by which espeak-ng opens a loudspeaker, and returns none.
///
/// espeak-ng opens a loudspeaker at its start although it gives its audio to this process only, and would hang with
/// a sound server that hangs. The linker prefers the program's own function to a library's. (espeak-ng 1.51,
/// `espeak_ng_InitializeOutput`; without a device it synthesizes all the same.)
@_cdecl("create_audio_device_object")
package func createAudioDeviceObject(
    _ device: UnsafePointer<CChar>?, _ application: UnsafePointer<CChar>?, _ description: UnsafePointer<CChar>?
) -> OpaquePointer? { nil }
