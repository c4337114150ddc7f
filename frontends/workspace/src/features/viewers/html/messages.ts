// FV-02: user-visible texts of the HTML viewer.
export const PAGE = {
  failed: 'This page cannot be shown here.',
  failedHint: '“Raw editor” shows the file as it is.',
} as const;
