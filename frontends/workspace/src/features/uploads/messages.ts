// Words of the uploads, by requirement.
export const UPLOAD = {
  complete: 'Upload complete',
  failed: 'Upload failed. Please try again.',
  fileChanged: 'The file was changed or moved while it was sent. Choose it again.',
  stepFailed: (step: 'init' | 'chunk' | 'complete' | 'single upload', status: number) => `${step} failed: ${status}`,
  tooLarge: (limitMb: number, names: readonly string[]) => `The following files exceed the ${limitMb}MB limit: ${names.join(', ')}`,
} as const;
