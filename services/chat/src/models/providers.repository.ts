import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { query } from '../db/sql.js';
import type { Preference } from './models.dto.js';
import { PreferenceRow, ProviderRow } from './provider.entity.js';

/** The settings of a provider that its user can change. */
export type ProviderSettings = Pick<ProviderRow, 'label' | 'baseUrl' | 'key' | 'models' | 'enabled' | 'allowPrivate'>;

const COLUMNS = `id, user_id as "userId", kind, label, base_url as "baseUrl", key, models, enabled,
    allow_private as "allowPrivate", created_at as "createdAt"`;
/** The user's own and those that the owner shares with them. */
const OPEN = `(select ${COLUMNS} from providers where user_id = $1 and enabled
    union all select ${COLUMNS} from shared_providers())`;
const ALL_OPEN = `select * from ${OPEN} p order by p."createdAt", p.id`;

// Chooses the model of every message, so that both tables are read in one round trip.
const WITH_PREFERENCE = `select p.*, f.preference from (select 1) one
  left join lateral (select to_jsonb(x) as preference from preferences x where x.user_id = $1) f on true
  left join ${OPEN} p on true order by p."createdAt", p.id`;

@Injectable()
export class ProvidersRepository {
  all(ctx: Ctx): Promise<ProviderRow[]> {
    return repositoryOf(ctx, ProviderRow).find({
      where: { userId: ctx.userId },
      order: { createdAt: 'asc', id: 'asc' },
    });
  }

  /** Those whose models the user may choose. */
  allOpen(ctx: Ctx): Promise<ProviderRow[]> {
    return query<ProviderRow>(ctx, ALL_OPEN, [ctx.userId]);
  }

  /** Returns the open providers and the preference in one round trip, for choosing the model of a message. */
  async withPreference(ctx: Ctx): Promise<{ rows: ProviderRow[]; preference?: Preference }> {
    type Row = Partial<ProviderRow> & { preference: StoredPreference | null };
    const rows = await query<Row>(ctx, WITH_PREFERENCE, [ctx.userId]);
    return {
      rows: rows.filter((row): row is Row & ProviderRow => row.id !== null),
      preference: fromStored(rows[0]?.preference),
    };
  }

  byId(ctx: Ctx, id: string): Promise<ProviderRow | null> {
    return repositoryOf(ctx, ProviderRow).findOneBy({ id, userId: ctx.userId });
  }

  async add(ctx: Ctx, row: Omit<ProviderRow, 'createdAt'>): Promise<ProviderRow> {
    const providers = repositoryOf(ctx, ProviderRow);
    const made = providers.create(row);
    await providers.insert(made);
    return made;
  }

  async change(ctx: Ctx, id: string, settings: ProviderSettings): Promise<void> {
    await repositoryOf(ctx, ProviderRow).update({ id }, settings);
  }

  async setModels(ctx: Ctx, id: string, models: ProviderRow['models']): Promise<void> {
    await repositoryOf(ctx, ProviderRow).update({ id }, { models });
  }

  async remove(ctx: Ctx, id: string): Promise<boolean> {
    return (await repositoryOf(ctx, ProviderRow).delete({ id })).affected === 1;
  }

  async preference(ctx: Ctx): Promise<Preference | undefined> {
    return fromStored(await repositoryOf(ctx, PreferenceRow).findOneBy({ userId: ctx.userId }));
  }

  async savePreference(ctx: Ctx, { value, reasoning, verbosity }: Preference): Promise<void> {
    await repositoryOf(ctx, PreferenceRow).upsert(
      {
        userId: ctx.userId,
        value,
        reasoning: reasoning ?? null,
        verbosity: verbosity ?? null,
        updatedAt: () => 'now()',
      },
      ['userId'],
    );
  }
}

type StoredPreference = Pick<PreferenceRow, 'value' | 'reasoning' | 'verbosity'>;

const fromStored = (row: StoredPreference | null | undefined): Preference | undefined =>
  row ? { value: row.value, reasoning: row.reasoning ?? undefined, verbosity: row.verbosity ?? undefined } : undefined;
