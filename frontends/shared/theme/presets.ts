import type { Recipe } from './tokens';

/** A named theme: two recipes and the day it was added (for the 'New' badge of AP-01). */
export interface Preset {
  id: string;
  label: string;
  createdAt: string;
  light: Recipe;
  dark: Recipe;
}

function preset(label: string, light: Recipe, dark: Recipe): Preset {
  return { id: label.toLowerCase().replace(/[^a-z]+/g, '-'), label, createdAt: '2026-09-01', light, dark };
}

/** AP-01: id of the default preset. */
export const DEFAULT_PRESET_ID = 'in-the-zone';

/** Every preset, default first. */
export const PRESETS: readonly Preset[] = [
  preset(
    'In The Zone',
    { hue: 95, tint: 1, accent: 158, chroma: 0.095 },
    { hue: 170, tint: 1, accent: 158, chroma: 0.115 },
  ),
  preset(
    'Graphite',
    { hue: 250, tint: 0.6, accent: 250, chroma: 0.12 },
    { hue: 260, tint: 0.5, accent: 245, chroma: 0.11 },
  ),
  preset('Harbor', { hue: 230, tint: 2, accent: 235, chroma: 0.1 }, { hue: 235, tint: 2, accent: 225, chroma: 0.1 }),
  preset('Paper', { hue: 80, tint: 3, accent: 60, chroma: 0.07 }, { hue: 70, tint: 1.4, accent: 75, chroma: 0.09 }),
  preset('Rosewood', { hue: 20, tint: 1.5, accent: 10, chroma: 0.13 }, { hue: 10, tint: 1.2, accent: 8, chroma: 0.12 }),
  preset('Ember', { hue: 60, tint: 1.5, accent: 42, chroma: 0.12 }, { hue: 45, tint: 1, accent: 55, chroma: 0.13 }),
  preset(
    'Lagoon',
    { hue: 200, tint: 1.6, accent: 200, chroma: 0.08 },
    { hue: 205, tint: 1.6, accent: 195, chroma: 0.1 },
  ),
  preset('Moss', { hue: 120, tint: 2, accent: 125, chroma: 0.09 }, { hue: 125, tint: 1.4, accent: 122, chroma: 0.12 }),
  preset(
    'Plum',
    { hue: 325, tint: 1.4, accent: 335, chroma: 0.12 },
    { hue: 325, tint: 1.3, accent: 335, chroma: 0.11 },
  ),
  preset('Dune', { hue: 75, tint: 3.4, accent: 95, chroma: 0.085 }, { hue: 85, tint: 1.6, accent: 90, chroma: 0.11 }),
  preset(
    'Midnight',
    { hue: 265, tint: 1.6, accent: 265, chroma: 0.13 },
    { hue: 265, tint: 2.6, accent: 260, chroma: 0.11, depth: -0.035 },
  ),
  preset(
    'Heather',
    { hue: 300, tint: 1.4, accent: 300, chroma: 0.11 },
    { hue: 295, tint: 1.3, accent: 300, chroma: 0.11 },
  ),
  preset('Ink', { hue: 95, tint: 0, accent: 95, chroma: 0 }, { hue: 95, tint: 0, accent: 95, chroma: 0, depth: -0.04 }),
];

const NEW_FOR_MS = 5 * 86_400_000;

/** AP-01: 'New' on presets created within 5 days. */
export function isNewPreset(entry: Preset, now: number): boolean {
  const age = now - Date.parse(entry.createdAt);
  return age >= 0 && age <= NEW_FOR_MS;
}

/** The preset with that id, or the default one. */
export function presetById(id: string | undefined): Preset {
  return PRESETS.find((entry) => entry.id === id) ?? PRESETS[0]!;
}
