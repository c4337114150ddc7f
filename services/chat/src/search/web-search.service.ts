import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { logger } from '@zo/observability';
import { chatErrors } from '../errors.js';
import { SecretBox } from '../models/secret-box.js';
import { SEARCH_LABELS, type SearchConnection } from './connection.js';
import { openSearch } from './open-search.js';
import type { ConnectSearch, SearchTest } from './search.dto.js';
import type { SearchRow } from './search.entity.js';
import { SearchError } from './search-error.js';
import { type PricedSearch, SearchUses } from './search-uses.js';
import { WebSearchRepository } from './web-search.repository.js';

const log = logger('chat:search');
const TEST_TIMEOUT_MS = 30_000;
const TEST_QUERY = { query: 'news of today', time_range: 'anytime', topic: 'general', limit: 3 } as const;

@Injectable()
export class WebSearchService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly rows: WebSearchRepository,
    private readonly secrets: SecretBox,
    private readonly uses: SearchUses,
  ) {}

  find(ctx: Ctx): Promise<SearchRow | null> {
    return this.database.read(ctx, (tx) => this.rows.find(tx));
  }

  /** The search of the user; undefined if none can be used. */
  async open(ctx: Ctx): Promise<PricedSearch | undefined> {
    const row = await this.find(ctx);
    if (!row) return undefined;
    const { kind, baseUrl, allowPrivate, price } = row;
    try {
      const apiKey = row.key ? this.secrets.open(row.key, row) : '';
      return { ...openSearch({ kind, baseUrl, allowPrivate, apiKey }), kind, price };
    } catch (error) {
      // An answer needs no search.
      log.warn({ error }, 'the key of a search cannot be read');
      return undefined;
    }
  }

  /** Connects a service in place of the one before. A key is never sent to an address it was not entered for. */
  connect(ctx: Ctx, input: ConnectSearch): Promise<Omit<SearchRow, 'updatedAt'>> {
    return this.database.tx(ctx, async (tx) => {
      const known = await this.rows.find(tx);
      const { kind, baseUrl, apiKey, allowPrivate } = this.connectionOf(ctx, input, known);
      const owner = { userId: ctx.userId, id: crypto.randomUUID() };
      const sealed = apiKey ? this.secrets.seal(apiKey, owner) : null;
      const row = { ...owner, kind, baseUrl, allowPrivate, price: input.price ?? null, key: sealed };
      const key = !row.key ? 'none' : input.api_key ? 'given' : 'kept';
      audit(tx, 'search.connected', { target: row.id, kind, key });
      await this.rows.save(tx, row);
      return row;
    });
  }

  async disconnect(ctx: Ctx): Promise<void> {
    const removed = await this.database.tx(ctx, async (tx) => {
      const known = await this.rows.find(tx);
      if (known) audit(tx, 'search.disconnected', { target: known.id });
      return known !== null && this.rows.remove(tx);
    });
    if (!removed) throw errors.notFound();
  }

  /** Tests a connection with a real search. */
  async test(ctx: Ctx, input: ConnectSearch): Promise<SearchTest> {
    const connection = this.connectionOf(ctx, input, await this.find(ctx));
    const { kind } = connection;
    const port = { ...openSearch(connection), kind, price: input.price ?? null };
    const search = this.uses.metered(ctx, port, { runId: null, zofileId: null });
    const images = search.images !== undefined;
    const name = SEARCH_LABELS[kind];
    try {
      const hits = await search.search(TEST_QUERY, AbortSignal.timeout(TEST_TIMEOUT_MS));
      if (hits.length > 0) return { ok: true, images, message: `${name} works.` };
      return { ok: false, images, message: `${name} answers, but finds nothing. Check its settings.` };
    } catch (error) {
      if (error instanceof SearchError) return { ok: false, images, message: error.message };
      throw error;
    }
  }

  private connectionOf(ctx: Ctx, input: ConnectSearch, known: SearchRow | null): SearchConnection {
    const { kind, api_key } = input;
    const baseUrl = input.base_url ?? null;
    if (kind === 'searxng' && !baseUrl) throw chatErrors.needsAddress();
    const stored = known?.kind === kind && known.key ? known : null;
    if (kind !== 'searxng' && !api_key && stored && stored.baseUrl !== baseUrl) throw chatErrors.keyForAddress();
    const apiKey = api_key || (stored?.baseUrl === baseUrl && stored.key ? this.secrets.open(stored.key, stored) : '');
    if (kind !== 'searxng' && !apiKey) throw chatErrors.needsKey();
    return { kind, baseUrl, apiKey, allowPrivate: ctx.owner };
  }
}
