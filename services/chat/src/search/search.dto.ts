import { z } from 'zod';
import { apiKey, baseUrl, dollars } from '../models/models.dto.js';
import { SEARCH_KINDS } from './connection.js';
import type { SearchRow } from './search.entity.js';

const kind = z.enum(SEARCH_KINDS).meta({ id: 'SearchKind' });

/** Without a key, the stored one stays if kind and address do. */
export const connectSearchInput = z.strictObject({
  kind,
  base_url: baseUrl.nullish(),
  api_key: apiKey.optional(),
  /** Dollars for a search; without it nothing is charged to allowances. */
  price: dollars.nullish(),
});
export type ConnectSearch = z.infer<typeof connectSearchInput>;

export const searchConnection = z
  .strictObject({ kind, base_url: z.string().nullable(), has_key: z.boolean(), price: z.number().nullable() })
  .meta({ id: 'SearchConnection' });
export const searchResponse = z.strictObject({ connection: searchConnection.nullable() });

export const searchTest = z
  .strictObject({
    ok: z.boolean(),
    /** Whether images can be searched, too. */
    images: z.boolean(),
    /** One sentence for the user. */
    message: z.string(),
  })
  .meta({ id: 'SearchTest' });
export type SearchTest = z.infer<typeof searchTest>;

/** The fields of a connection a browser may see; never its key. */
export const presentSearch = (
  row: Pick<SearchRow, 'kind' | 'baseUrl' | 'key' | 'price'>,
): z.infer<typeof searchConnection> => ({
  kind: row.kind,
  base_url: row.baseUrl,
  has_key: row.key !== null,
  price: row.price,
});
