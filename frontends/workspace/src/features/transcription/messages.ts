// TS-01: user-visible texts of transcriptions.
export const TRANSCRIPTION = {
  start: 'Transcribe',
  again: 'Transcribe again',
  running: (percent: number) => (percent > 0 ? `Transcribing… ${percent} %` : 'Transcribing…'),
  cancel: 'Cancel transcription',
  cancelled: 'Transcription cancelled',
  complete: 'Transcription complete!',
  open: 'Open',
  failed: (kind: 'audio' | 'video') => `Failed to transcribe ${kind}`,
  notFetched: (kind: 'audio' | 'video', status: number) => `Failed to fetch ${kind}: ${status}`,
  status: (kind: 'audio' | 'video', status: number) => `Failed to transcribe ${kind}: ${status}`,
  cutOff: 'The connection broke off. Nothing was written; try again.',
} as const;
