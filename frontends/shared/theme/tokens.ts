/** Light or dark. */
export type Mode = 'light' | 'dark';

/** The numbers that define a preset; every token is derived from them. Hues in degrees, chroma as in OKLCH. */
export interface Recipe {
  /** Hue of the surfaces. */
  hue: number;
  /** How much colour the surfaces carry: 0 none, 1 as in the default preset, at most 4. */
  tint: number;
  /** Hue of the accent, of selection and of focus. */
  accent: number;
  /** Chroma of the accent. */
  chroma: number;
  /** Shifts the lightness of all surfaces of dark mode: −0.05 (darker) to 0.04. */
  depth?: number;
}

/** CSS custom properties without their leading dashes → value. */
export type Tokens = Record<string, string>;

const num = (value: number) => String(Math.round(value * 10_000) / 10_000);
const col = (l: number, c: number, h: number) => `oklch(${num(l)} ${num(c)} ${num(h)})`;
const veil = (colour: string, alpha: number) => colour.replace(')', ` / ${alpha})`);

const SYNTAX_HUES = [20, 65, 150, 240, 302, 195, 340, 110];

function syntax(lightness: number, chroma: number): Tokens {
  return Object.fromEntries(SYNTAX_HUES.map((hue, index) => [`syn-${index + 1}`, col(lightness, chroma, hue)]));
}

function light({ hue, tint, accent, chroma }: Recipe): Tokens {
  const surface = (l: number, c: number) => col(l, c * tint, hue);
  return {
    'surface-0': surface(0.972, 0.004),
    'surface-1': surface(0.993, 0.002),
    'surface-2': surface(0.96, 0.005),
    'surface-3': surface(0.938, 0.006),
    'surface-4': col(0.905, Math.min(chroma, 0.012), accent),
    overlay: veil(col(0.25, 0.01, hue), 0.32),
    'text-1': col(0.245, Math.min(chroma, 0.012), accent),
    'text-2': col(0.455, Math.min(chroma, 0.012), accent),
    'text-3': col(0.53, Math.min(chroma, 0.01), accent),
    'text-on-accent': col(0.99, 0.005, accent),
    'line-1': surface(0.915, 0.005),
    'line-2': surface(0.85, 0.008),
    accent: col(0.47, chroma, accent),
    'accent-hover': col(0.42, chroma * 0.95, accent),
    'accent-text': col(0.43, chroma, accent),
    'accent-soft': col(0.945, Math.min(chroma, 0.028), accent),
    focus: col(0.6, chroma * 1.25, accent),
    good: col(0.5, 0.11, 150),
    'good-soft': col(0.95, 0.03, 150),
    warn: col(0.52, 0.11, 70),
    'warn-soft': col(0.955, 0.04, 85),
    bad: col(0.52, 0.165, 28),
    'bad-soft': col(0.955, 0.025, 28),
    'shadow-float': `0 1px 2px ${veil(col(0.3, 0.02, 120), 0.06)}, 0 8px 28px -6px ${veil(col(0.3, 0.02, 120), 0.16)}`,
    ...syntax(0.475, 0.11),
  };
}

function dark({ hue, tint, accent, chroma, depth = 0 }: Recipe): Tokens {
  const surface = (l: number, c: number) => col(l + depth, c * tint, hue);
  return {
    'surface-0': surface(0.185, 0.008),
    'surface-1': surface(0.215, 0.008),
    'surface-2': surface(0.25, 0.009),
    'surface-3': surface(0.278, 0.01),
    'surface-4': col(0.325 + depth, Math.min(chroma, 0.022), accent),
    overlay: veil(col(0.08, 0.01, hue), 0.6),
    'text-1': col(0.93, 0.006, 120),
    'text-2': col(0.755, 0.01, 140),
    'text-3': col(0.665, 0.01, 150),
    'text-on-accent': col(0.17, 0.02, accent),
    'line-1': surface(0.285, 0.009),
    'line-2': surface(0.365, 0.012),
    accent: col(0.78, chroma, accent),
    'accent-hover': col(0.83, chroma * 0.95, accent),
    'accent-text': col(0.8, chroma * 0.95, accent),
    'accent-soft': col(0.3, Math.min(chroma, 0.04), accent),
    focus: col(0.72, chroma, accent),
    good: col(0.76, 0.12, 150),
    'good-soft': col(0.3, 0.04, 150),
    warn: col(0.8, 0.11, 80),
    'warn-soft': col(0.31, 0.045, 75),
    bad: col(0.72, 0.15, 28),
    'bad-soft': col(0.31, 0.06, 28),
    'shadow-float': '0 1px 2px oklch(0 0 0 / 0.4), 0 12px 36px -8px oklch(0 0 0 / 0.55)',
    ...syntax(0.78, 0.105),
  };
}

/** All colour tokens of one mode. */
export function tokensOf(mode: Mode, recipe: Recipe): Tokens {
  return mode === 'light' ? light(recipe) : dark(recipe);
}
