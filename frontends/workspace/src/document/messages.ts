/** ED-08: the text is too large for the browser's storage, and the server is unreachable. */
export const NOT_KEPT = 'Not stored yet. Keep this tab open until the server is back.';
