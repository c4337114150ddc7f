// User-visible texts of the uploads, by requirement.
export const UPLOAD = {
  complete: 'Upload complete',
  failed: 'Upload failed. Please try again.',
  fileChanged: 'The file was changed while it was sent. Choose it again.',
  unreadable: (names: readonly string[]) =>
    `Not uploaded, because the browser could not read ${names.slice(0, 3).join(', ')}` +
    (names.length > 3 ? ` and ${names.length - 3} more` : ''),
  otherFile: (name: string) => `Choose "${name}" with the same content to continue.`,
  otherFiles: 'Choose the same files, with the same content, to continue.',
  stepFailed: (step: 'init' | 'chunk' | 'complete' | 'single upload', status: number) => `${step} failed: ${status}`,
  tooLarge: (limitMb: number, names: readonly string[]) =>
    `The following files exceed the ${limitMb}MB limit: ${names.join(', ')}`,
} as const;
