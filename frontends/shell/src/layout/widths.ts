const KEY = (pane: string) => `zo-width-${pane}`;

/** Width a pane was left with, as CSS pixels. */
function readWidth(pane: 'sidebar' | 'chat'): number | undefined {
  try {
    const width = Number(localStorage.getItem(KEY(pane)));
    return width >= 160 ? width : undefined;
  } catch {
    return undefined;
  }
}

/** Below this the side panes start at their smallest, so that the page keeps most of the window. */
const NARROW_WINDOW = 1200;
const DEFAULTS = { sidebar: { wide: '16rem', narrow: '13rem' }, chat: { wide: '27rem', narrow: '22rem' } };

/** The width a pane starts with: as it was left, or the default for this window. */
export const startWidth = (pane: 'sidebar' | 'chat'): number | string =>
  readWidth(pane) ?? DEFAULTS[pane][window.innerWidth < NARROW_WINDOW ? 'narrow' : 'wide'];

/** Remembers a width for the next visit. */
export function writeWidth(pane: 'sidebar' | 'chat', pixels: number): void {
  try {
    if (pixels >= 160) localStorage.setItem(KEY(pane), String(Math.round(pixels)));
  } catch {
    // Without storage the pane starts at its default width next time.
  }
}
