// FV-02: user-visible texts of the PDF viewer.
export const PDF = {
  damaged: 'This PDF is damaged and can’t be shown here.',
  damagedHint: 'Download it to try another app.',
  empty: 'This PDF is empty.',
  offline: 'This PDF could not be read to its end.',
  offlineHint: 'Check your connection and try again.',
  password: 'This PDF asks for a password.',
  wrongPassword: 'That password does not open it. Try again.',
  noOutline: 'This PDF has no outline.',
  noHits: 'No results',
} as const;
