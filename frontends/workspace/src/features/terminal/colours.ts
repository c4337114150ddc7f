import type { ITheme } from '@xterm/xterm';

const canvas = () => document.createElement('canvas').getContext('2d', { willReadFrequently: true });

/** xterm accepts only hex colours, so the token is painted on a canvas and its pixel read back. */
function hexOf(context: CanvasRenderingContext2D, token: string): string {
  const value = getComputedStyle(document.documentElement).getPropertyValue(`--${token}`).trim();
  context.clearRect(0, 0, 1, 1);
  context.fillStyle = value || 'black';
  context.fillRect(0, 0, 1, 1);
  const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
  return `#${[r, g, b].map((part) => (part ?? 0).toString(16).padStart(2, '0')).join('')}`;
}

const TOKENS: Record<string, string> = {
  background: 'surface-0',
  foreground: 'text-1',
  cursor: 'accent',
  cursorAccent: 'surface-0',
  selectionBackground: 'surface-4',
  black: 'surface-4',
  red: 'syn-1',
  green: 'syn-3',
  yellow: 'syn-2',
  blue: 'syn-4',
  magenta: 'syn-5',
  cyan: 'syn-6',
  white: 'text-2',
  brightBlack: 'text-3',
  brightRed: 'bad',
  brightGreen: 'good',
  brightYellow: 'warn',
  brightBlue: 'syn-4',
  brightMagenta: 'syn-7',
  brightCyan: 'syn-6',
  brightWhite: 'text-1',
};

/** Colours of found text: of all hits, and of the frame of the current one. */
export function markColours(): { mark: string; frame: string } {
  const context = canvas();
  if (!context) return { mark: '#ffff00', frame: '#000000' };
  return { mark: hexOf(context, 'mark'), frame: hexOf(context, 'accent') };
}

/** Colours of the terminal from the theme tokens of the page. */
export function terminalTheme(): ITheme {
  const context = canvas();
  if (!context) return {};
  return Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, hexOf(context, token)]));
}
