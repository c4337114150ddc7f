import { location } from '@zo/http';
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

/** Settings travel with every page, so lists of paths have to be short. */
const MAX_CHARACTERS = 32_768;
const isShort = (value: unknown) => JSON.stringify(value).length <= MAX_CHARACTERS;
const LONG = 'has too many long paths';

const pane = z.strictObject({
  tabs: z.array(location).min(1).max(30),
  /** Index of the tab that is shown. */
  active: z.number().int().min(0).max(29),
});

/** The files that are open in the workspace: panes side by side, each with tabs. */
export const layout = z
  .strictObject({ panes: z.array(pane).min(1).max(3), focused: z.number().int().min(0).max(2) })
  .refine(isShort, LONG);

const keyOf = ({ root, path }: { root: string; path: string[] }) => `${root}/${path.join('/')}`;

/** Files and folders that the user keeps at hand, in the order of the user. */
const favourites = z
  .array(location.extend({ isDirectory: z.boolean() }))
  .max(50)
  .refine(isShort, LONG)
  .refine((list) => new Set(list.map(keyOf)).size === list.length, 'names a file twice');

/** Columns of a listing that may be shown or not; names always are. */
const listingColumns = z.array(z.enum(['modified', 'size', 'kind', 'created'])).max(4);

export const settings = z.strictObject({
  show_dotfiles: z.boolean().default(false),
  note_view: z.enum(['rich', 'raw']).default('rich'),
  layout: layout.nullable().default(null),
  listing_columns: listingColumns.default(['modified', 'size']),
  favourites: favourites.default([]),
  theme: theme.default({ mode: 'system', preset: 'in-the-zone', custom: null }),
});
export type Settings = z.infer<typeof settings>;

export const settingsPatch = z.strictObject({
  show_dotfiles: z.boolean().optional(),
  note_view: z.enum(['rich', 'raw']).optional(),
  layout: layout.nullable().optional(),
  listing_columns: listingColumns.optional(),
  favourites: favourites.optional(),
});
export type SettingsPatch = z.infer<typeof settingsPatch>;
export type Theme = z.infer<typeof theme>;

export const themeResponse = theme.extend({ custom: theme.shape.custom.unwrap() }).meta({ id: 'Theme' });
export const settingsResponse = z
  .strictObject({
    show_dotfiles: z.boolean(),
    note_view: z.enum(['rich', 'raw']),
    layout: layout.nullable(),
    listing_columns: listingColumns,
    favourites,
    theme: themeResponse,
  })
  .meta({ id: 'Settings' });
export const themeSaved = z.strictObject({ success: z.literal(true), theme: themeResponse });

/** The settings of a new account. */
export const defaultSettings: Settings = settings.parse({});
