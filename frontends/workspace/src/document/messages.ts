/** ED-08: the browser's storage refused the text: it is full or disabled. */
export const NOT_STORED = 'This browser could not store your edit. Keep this tab open until it is saved.';
