/** Sentences about speaking to the message field. */
export const VOICE = {
  speak: 'Speak',
  stop: 'Stop and write it down',
  cancel: 'Throw the recording away',
  listening: 'Listening…',
  writing: 'Writing it down…',
  stopWriting: 'Stop writing it down',
  refused: 'This page may not use the microphone. Allow it beside the address of the page, then try again.',
  noMicrophone: 'No microphone was found. Connect one, then try again.',
  unsupported: 'This browser cannot write down speech. Connect a transcription model in Settings, Your AI.',
  failed: 'The microphone could not be used. Try again in a moment.',
  nothing: 'Nothing was heard. Try again, closer to the microphone.',
} as const;
