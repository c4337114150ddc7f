const KEY = (pane: string) => `zo-width-${pane}`;

/** Width a pane was left with, as CSS pixels. */
export function readWidth(pane: 'sidebar' | 'chat'): number | undefined {
  try {
    const width = Number(localStorage.getItem(KEY(pane)));
    return width >= 160 ? width : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers a width for the next visit. */
export function writeWidth(pane: 'sidebar' | 'chat', pixels: number): void {
  try {
    if (pixels >= 160) localStorage.setItem(KEY(pane), String(Math.round(pixels)));
  } catch {
    // Without storage the pane starts at its default width next time.
  }
}
