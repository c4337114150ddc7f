import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { query } from '../db/sql.js';
import type { Preference } from './models.dto.js';
import type { ModelName, ProviderKind } from './provider.js';

export interface ProviderRow {
  readonly id: string;
  readonly userId: string;
  readonly kind: ProviderKind;
  readonly label: string;
  readonly baseUrl: string | null;
  /** Encrypted; see secret-box. */
  readonly key: Buffer | null;
  readonly models: readonly ModelName[];
  readonly enabled: boolean;
  readonly allowPrivate: boolean;
  readonly createdAt: Date;
}

const COLUMNS = `id, user_id as "userId", kind, label, base_url as "baseUrl", key, models, enabled, allow_private as "allowPrivate", created_at as "createdAt"`;

@Injectable()
export class ProvidersRepository {
  all(ctx: Ctx): Promise<ProviderRow[]> {
    return query<ProviderRow>(ctx, `select ${COLUMNS} from providers where user_id = $1 order by created_at, id`, [
      ctx.userId,
    ]);
  }

  /** Returns providers and preference in one round trip, for choosing the model of a message. */
  async withPreference(ctx: Ctx): Promise<{ rows: ProviderRow[]; preference?: Preference }> {
    type Row = Partial<ProviderRow> & { preference: StoredPreference | null };
    const rows = await query<Row>(
      ctx,
      `select ${COLUMNS.replace('user_id', 'p.user_id')}, f.preference from (select 1) one
       left join lateral (select to_jsonb(x) as preference from preferences x where x.user_id = $1) f on true
       left join providers p on p.user_id = $1 order by p.created_at, p.id`,
      [ctx.userId],
    );
    return {
      rows: rows.filter((row): row is Row & ProviderRow => row.id !== null),
      preference: fromStored(rows[0]?.preference),
    };
  }

  async byId(ctx: Ctx, id: string): Promise<ProviderRow | undefined> {
    return (await query<ProviderRow>(ctx, `select ${COLUMNS} from providers where id = $1`, [id]))[0];
  }

  async save(ctx: Ctx, row: Omit<ProviderRow, 'createdAt'>): Promise<ProviderRow> {
    const rows = await query<ProviderRow>(
      ctx,
      `insert into providers (id, user_id, kind, label, base_url, key, models, enabled, allow_private) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (id) do update set label = excluded.label, base_url = excluded.base_url, key = excluded.key, models = excluded.models,
         enabled = excluded.enabled, allow_private = excluded.allow_private
       returning ${COLUMNS}`,
      [
        row.id,
        row.userId,
        row.kind,
        row.label,
        row.baseUrl,
        row.key,
        JSON.stringify(row.models),
        row.enabled,
        row.allowPrivate,
      ],
    );
    return rows[0]!;
  }

  async remove(ctx: Ctx, id: string): Promise<boolean> {
    return (await query(ctx, 'delete from providers where id = $1 returning 1', [id])).length > 0;
  }

  async preference(ctx: Ctx): Promise<Preference | undefined> {
    const sql = 'select value, reasoning, verbosity from preferences where user_id = $1';
    return fromStored((await query<StoredPreference>(ctx, sql, [ctx.userId]))[0]);
  }

  async savePreference(ctx: Ctx, preference: Preference): Promise<void> {
    await query(
      ctx,
      `insert into preferences (user_id, value, reasoning, verbosity) values ($1, $2, $3, $4)
       on conflict (user_id) do update set value = $2, reasoning = $3, verbosity = $4, updated_at = now()`,
      [
        ctx.userId,
        preference.value,
        preference.reasoning ? JSON.stringify(preference.reasoning) : null,
        preference.verbosity ?? null,
      ],
    );
  }
}

interface StoredPreference {
  readonly value: string | null;
  readonly reasoning: Preference['reasoning'] | null;
  readonly verbosity: Preference['verbosity'] | null;
}

const fromStored = (row: StoredPreference | null | undefined): Preference | undefined =>
  row ? { value: row.value, reasoning: row.reasoning ?? undefined, verbosity: row.verbosity ?? undefined } : undefined;
