// FV-01, FV-02: user-visible texts of the viewers.
export const VIEWER = {
  noData: 'File data not available.',
  noContent: 'No content available',
  binary: 'Binary file preview not available',
  noTable: 'Unable to display table data',
  unknown: 'Unable to display file content for this type.',
  noTranscript: 'Unable to display transcript',
  zopage: 'Zo Pages feature has been discontinued. Look in /home/space for legacy page files',
  error: (message: string) => `Error: ${message}`,
  imageFailed: 'Failed to load image',
} as const;
