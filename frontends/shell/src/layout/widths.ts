const KEY = (pane: string) => `zo-width-${pane}`;

/** Stored width of a pane in CSS pixels. */
function readWidth(pane: 'sidebar' | 'chat'): number | undefined {
  try {
    const width = Number(localStorage.getItem(KEY(pane)));
    return width >= 160 ? width : undefined;
  } catch {
    return undefined;
  }
}

/** In narrower windows the side panes start at their smallest, so that the page keeps most of the space. */
const NARROW_WINDOW = 1200;
const DEFAULTS = { sidebar: { wide: '16rem', narrow: '13rem' }, chat: { wide: '27rem', narrow: '22rem' } };

/** Initial width of a pane: the stored one, or the default for this window. */
export const startWidth = (pane: 'sidebar' | 'chat'): number | string =>
  readWidth(pane) ?? DEFAULTS[pane][window.innerWidth < NARROW_WINDOW ? 'narrow' : 'wide'];

/** Stores a width for the next visit. */
export function writeWidth(pane: 'sidebar' | 'chat', pixels: number): void {
  try {
    if (pixels >= 160) localStorage.setItem(KEY(pane), String(Math.round(pixels)));
  } catch {
    // Without storage the pane has its default width on the next visit.
  }
}
