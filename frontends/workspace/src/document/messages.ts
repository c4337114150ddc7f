/** ED-08: the browser's storage refused the text: it is full or disabled. */
export const NOT_STORED = 'This browser could not store your edit. Keep this tab open until it is saved.';
/** ED-11: the server takes texts of up to `MAX_SAVED_LENGTH` characters. */
export const TOO_LARGE_TO_SAVE = 'A text over 16 MB can only be saved as a copy.';
/** ED-11: the file was replaced by one that the editor does not open. */
export const TOO_LARGE = 'The file on disk has become too large to edit here. Keep your text as a copy.';
