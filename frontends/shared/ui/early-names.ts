/** Removes the picture of names that the page shows until the app is there (shell, early-names.ts). */
export const removeEarlyNames = (): void => document.getElementById('early-names')?.remove();
