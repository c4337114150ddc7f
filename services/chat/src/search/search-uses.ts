/** MD-07: charges searches that have a price to the allowances of their user, each once. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { costOfUnits } from '../allowances/price.js';
import { Purse } from '../allowances/purse.js';
import type { SearchKind } from './connection.js';
import { SearchError } from './search-error.js';
import type { SearchPort } from './search-port.js';

/** The answer that a search belongs to; null outside of one. */
export interface SearchingRun {
  readonly runId: string | null;
  readonly zofileId: string | null;
}

/** A search with its kind and what one costs, as its user has set it. */
export type PricedSearch = SearchPort & { readonly kind: SearchKind; readonly price: number | null };

/**
 * What a call of the tool costs beside the model, in billionths of a dollar. Media are charged apart; their tools are
 * left out where a run has a limit in money.
 */
export const costOfCall = (
  tool: { readonly requires?: string } | undefined,
  search: PricedSearch | undefined,
): number =>
  tool?.requires === 'web-search' || tool?.requires === 'image-search' ? costOfUnits(search?.price ?? 0, 1) : 0;

@Injectable()
export class SearchUses {
  constructor(
    private readonly database: Database,
    private readonly purse: Purse,
  ) {}

  /** The same search, whose searches are charged. They throw a SearchError if an allowance does not suffice. */
  metered(ctx: Ctx, port: PricedSearch, run: SearchingRun): SearchPort {
    const { price, images } = port;
    if (price === null) return port;
    const charged = <T>(work: () => Promise<T>) => this.charge(ctx, { ...run, kind: port.kind, price }, work);
    return {
      search: (query, signal) => charged(() => port.search(query, signal)),
      ...(images && { images: (query, signal) => charged(() => images(query, signal)) }),
    };
  }

  /** Reserved before it is sent: one whose end is not known may have been charged by the service. */
  private async charge<T>(
    ctx: Ctx,
    { kind, price, ...run }: SearchingRun & { kind: SearchKind; price: number },
    work: () => Promise<T>,
  ): Promise<T> {
    const id = crypto.randomUUID();
    const nano = costOfUnits(price, 1);
    // A search is always the user's own.
    const order = { userId: ctx.userId, payerId: ctx.userId, ...run, id, task: 'search', model: kind, nano };
    const refused = await this.database.tx(ctx, (tx) => this.purse.reservePieces(tx, order));
    if (refused !== undefined) throw new SearchError(refused, { code: 'over_budget' });
    const settle = () => this.database.tx(ctx, (tx) => this.purse.settlePieces(tx, id, nano));
    try {
      const found = await work();
      await settle();
      return found;
    } catch (error) {
      const isFree = error instanceof SearchError && !error.wasSent;
      await (isFree ? this.database.tx(ctx, (tx) => this.purse.releasePieces(tx, id)) : settle());
      throw error;
    }
  }
}
