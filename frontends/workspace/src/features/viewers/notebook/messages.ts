import { formatNumber } from '@zo/web/format';

// FV-02: user-visible texts of the notebook viewer.
export const NOTEBOOK = {
  damaged: 'This notebook is damaged and can’t be shown here.',
  damagedHint: '“Raw editor” shows the file as it is.',
  empty: 'This notebook has no cells.',
  cut: 'Cut here. “Raw editor” shows the whole.',
  moreCells: (shown: number, all: number) =>
    `${formatNumber(shown)} of ${formatNumber(all)} cells are shown. “Raw editor” shows the whole.`,
} as const;
