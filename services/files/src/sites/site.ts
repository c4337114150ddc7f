/** A site is a folder with a site config file, which says where it runs and how it is published (ST-02). */
import { z } from 'zod';

export const SITE_CONFIG = 'zosite.json';
export const MAX_SITE_CONFIG_BYTES = 64 * 1024;
/** Port of a new site until its user chooses another. */
const DEFAULT_PORT = 8_000;

export const siteConfig = z
  .object({
    local_port: z.number().int().min(1_024).max(65_535),
    publish: z.object({
      label: z.string().max(63),
      type: z.enum(['http', 'tcp', 'process']),
      entrypoint: z.string().max(8_192),
      env: z.record(z.string().max(256), z.string().max(8_192)).default({}),
    }),
  })
  .meta({ id: 'SiteConfig' });
export type SiteConfig = z.infer<typeof siteConfig>;

/** Parses a site config file; null if it is invalid. */
export function parseSiteConfig(text: string): SiteConfig | null {
  try {
    return siteConfig.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The files of a new site, by name: a page that can be served at once, and the config. */
export function newSite(name: string): readonly [name: string, text: string][] {
  const config: SiteConfig = {
    local_port: DEFAULT_PORT,
    publish: { label: labelOf(name), type: 'http', entrypoint: `python3 -m http.server ${DEFAULT_PORT}`, env: {} },
  };
  const title = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
  </head>
  <body>
    <h1>${title}</h1>
  </body>
</html>
`;
  return [
    ['index.html', page],
    [SITE_CONFIG, `${JSON.stringify(config, null, 2)}\n`],
  ];
}

/** Converts a name to a DNS label; `site` if no character is usable. */
function labelOf(name: string): string {
  const label = name
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '');
  return label || 'site';
}
