/** Characters that nobody sees, where somebody is asked to say yes to exactly what is shown. */

/**
 * Control, format and direction characters, and what Unicode says to show nothing for: tags and variation selectors,
 * which can carry a text of their own, and blank letters. The selector of coloured emoji stays, because it is in
 * ordinary texts.
 */
const HIDDEN = /(?!\t|\n|\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Replaces each hidden character by what `mark` makes of its code point, such as `U+202E`. */
export const markHidden = (text: string, mark: (codePoint: string) => string): string =>
  text.replaceAll(HIDDEN, (sign) => mark(`U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`));

/** Shows hidden characters as code points, where no markup is possible. */
export const visible = (text: string): string => markHidden(text, (codePoint) => `⟨${codePoint}⟩`);
