/** Bullets of Word are in private places of its symbol fonts, which other machines do not have. */
const BULLETS: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf06f': '○',
  '\uf0a7': '▪',
  '\uf0a8': '◻',
  '\uf0d8': '➢',
  '\uf0fc': '✓',
  '\uf0e0': '→',
  '\uf076': '❖',
};

/** Replaces these bullets in a text by characters that every font has. */
export const withPlainBullets = (text: string): string =>
  text.replace(/[\uf000-\uf0ff]/g, (character) => BULLETS[character] ?? '•');
