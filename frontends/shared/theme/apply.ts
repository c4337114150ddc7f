import type { Asked } from '../api';
import { presetById } from './presets';
import { tokensOf, type Mode, type Recipe } from './tokens';

/** The appearance stored in the account (`me.settings.theme`). */
export type ThemeChoice = Asked<'Users.saveTheme'>;

/** The boot script of index.html reads the last theme from this key, so that the first paint has the right colours. */
export const THEME_STORAGE_KEY = 'zo-theme';

const systemMode = (): Mode => (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

/** The recipe of a choice for one mode. */
export function recipeOf(choice: ThemeChoice, mode: Mode): Recipe {
  return choice.custom?.[mode] ?? presetById(choice.preset)[mode];
}

const cssOf = (mode: Mode, recipe: Recipe) =>
  Object.entries(tokensOf(mode, recipe))
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** Applies a choice to the document; with `remember`, also stores it for the next first paint. */
export function applyTheme(choice: ThemeChoice, { remember }: { remember: boolean }): void {
  const mode = choice.mode === 'system' ? systemMode() : choice.mode;
  const css = { light: cssOf('light', recipeOf(choice, 'light')), dark: cssOf('dark', recipeOf(choice, 'dark')) };
  document.documentElement.dataset.mode = mode;
  document.documentElement.style.cssText = css[mode];
  if (!remember) return;
  try {
    localStorage.setItem(THEME_STORAGE_KEY, JSON.stringify({ mode: choice.mode, ...css }));
  } catch {
    // When storage is full or forbidden, the next first paint has the default colours.
  }
}

/** Calls back when the system changes between light and dark; returns the unsubscribe. */
export function watchSystemMode(changed: () => void): () => void {
  const query = window.matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
