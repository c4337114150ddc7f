// FV-02: user-visible texts of the PDF viewer.
export const PDF = {
  password: 'This PDF asks for a password.',
  wrongPassword: 'That password does not open it. Try again.',
  noOutline: 'This PDF has no outline.',
} as const;
