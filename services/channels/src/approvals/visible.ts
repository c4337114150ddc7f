/** Shows characters that could hide something as code points, where no markup is possible. */
export const visible = (text: string): string =>
  text.replaceAll(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (hidden) => `⟨U+${hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
