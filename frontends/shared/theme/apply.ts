import type { Asked } from '../api';
import { presetById } from './presets';
import { tokensOf, type Mode, type Recipe } from './tokens';

/** What the account remembers about its look (`me.settings.theme`). */
export type ThemeChoice = Asked<'Users.saveTheme'>;

/** Where the boot script of index.html finds the last look, so that the first paint is right. */
export const THEME_STORAGE_KEY = 'zo-theme';

const systemMode = (): Mode => (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

/** The recipe a choice means for one mode. */
export function recipeOf(choice: ThemeChoice, mode: Mode): Recipe {
  return choice.custom?.[mode] ?? presetById(choice.preset)[mode];
}

const cssOf = (mode: Mode, recipe: Recipe) =>
  Object.entries(tokensOf(mode, recipe))
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');

/** Puts a choice on the document; with `remember` also where the next first paint looks. */
export function applyTheme(choice: ThemeChoice, { remember }: { remember: boolean }): void {
  const mode = choice.mode === 'system' ? systemMode() : choice.mode;
  const css = { light: cssOf('light', recipeOf(choice, 'light')), dark: cssOf('dark', recipeOf(choice, 'dark')) };
  document.documentElement.dataset.mode = mode;
  document.documentElement.style.cssText = css[mode];
  if (!remember) return;
  try {
    localStorage.setItem(THEME_STORAGE_KEY, JSON.stringify({ mode: choice.mode, ...css }));
  } catch {
    // A full or forbidden storage costs the right colour on the next first paint, nothing else.
  }
}

/** Calls back when the system changes between light and dark; returns how to stop. */
export function watchSystemMode(changed: () => void): () => void {
  const query = window.matchMedia('(prefers-color-scheme: dark)');
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
