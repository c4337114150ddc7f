import { z } from 'zod';

export const theme = z.strictObject({
  mode: z.enum(['light', 'dark', 'system']),
  preset: z.string().min(1).max(64),
  /** Token values that differ from the preset. */
  custom: z.record(z.string().max(64), z.string().max(128)).nullable().default(null),
});

export const settings = z.strictObject({
  show_dotfiles: z.boolean().default(false),
  note_view: z.enum(['rich', 'raw']).default('rich'),
  theme: theme.default({ mode: 'system', preset: 'in-the-zone', custom: null }),
});
export type Settings = z.infer<typeof settings>;

export const settingsPatch = z.strictObject({ show_dotfiles: z.boolean().optional(), note_view: z.enum(['rich', 'raw']).optional() });
export type SettingsPatch = z.infer<typeof settingsPatch>;
export type Theme = z.infer<typeof theme>;

/** What everybody starts with. */
export const defaultSettings: Settings = settings.parse({});
