import { z } from 'zod';

/**
 * The parameters from which all colours of a mode are derived: hues in degrees, saturation as `tint` and `chroma`,
 * darkness as `depth`.
 */
const recipe = z.strictObject({
  hue: z.number().min(0).max(360),
  tint: z.number().min(0).max(4),
  accent: z.number().min(0).max(360),
  chroma: z.number().min(0).max(0.4),
  depth: z.number().min(-0.2).max(0.2).optional(),
});

export const theme = z.strictObject({
  mode: z.enum(['light', 'dark', 'system']),
  preset: z.string().min(1).max(64),
  /** Custom colours instead of the preset's. */
  custom: z.strictObject({ light: recipe.optional(), dark: recipe.optional() }).nullable().default(null),
});

export const settings = z.strictObject({
  show_dotfiles: z.boolean().default(false),
  note_view: z.enum(['rich', 'raw']).default('rich'),
  theme: theme.default({ mode: 'system', preset: 'in-the-zone', custom: null }),
});
export type Settings = z.infer<typeof settings>;

export const settingsPatch = z.strictObject({
  show_dotfiles: z.boolean().optional(),
  note_view: z.enum(['rich', 'raw']).optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatch>;
export type Theme = z.infer<typeof theme>;

export const themeResponse = theme.extend({ custom: theme.shape.custom.unwrap() }).meta({ id: 'Theme' });
export const settingsResponse = z
  .strictObject({ show_dotfiles: z.boolean(), note_view: z.enum(['rich', 'raw']), theme: themeResponse })
  .meta({ id: 'Settings' });
export const themeSaved = z.strictObject({ success: z.literal(true), theme: themeResponse });

/** The settings of a new account. */
export const defaultSettings: Settings = settings.parse({});
