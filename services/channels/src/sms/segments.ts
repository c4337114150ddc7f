/** How many segments a text message has, and what fits into some of them (GSM 03.38, 3GPP 23.040). */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ ' +
  '!"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** They take two places. */
const EXTENDED = '^{}\\[~]|€';
const GSM = { one: 160, more: 153 };
const UCS2 = { one: 70, more: 67 };

/** Places of each character in the alphabet that the text needs. */
function placesOf(text: string): { places: number; limits: typeof GSM } {
  let places = 0;
  for (const letter of text) {
    if (BASIC.includes(letter)) places += 1;
    else if (EXTENDED.includes(letter)) places += 2;
    // One letter of another alphabet, and the whole message is written in that.
    else return { places: text.length, limits: UCS2 };
  }
  return { places, limits: GSM };
}

export function segmentsOf(text: string): number {
  const { places, limits } = placesOf(text);
  return places <= limits.one ? 1 : Math.ceil(places / limits.more);
}

/** The text if it fits, otherwise as much of it as fits together with the ending. */
export function fit(text: string, { segments, ending }: { segments: number; ending: string }): string {
  if (segmentsOf(text) <= segments) return text;
  const letters = [...text];
  let [low, high] = [0, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const fits = segmentsOf(letters.slice(0, middle).join('').trimEnd() + ending) <= segments;
    if (fits) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join('').trimEnd() + ending;
}
