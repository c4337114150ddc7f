import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { chatErrors } from '../errors.js';
import type { TrustMode } from './trust-mode.js';
import { EVERY_PERSONA, type TrustModeRow } from './trust-mode.entity.js';
import { TrustModesRepository } from './trust-modes.repository.js';

/** More than a user has personas, which other services know. */
const MAX_MODES = 500;

const AS_USUAL = { mode: 'balanced', deniedTools: [] } as const;

@Injectable()
export class TrustModesService {
  constructor(
    private readonly database: Database,
    private readonly rows: TrustModesRepository,
  ) {}

  list(ctx: Ctx): Promise<TrustModeRow[]> {
    return this.database.read(ctx, (tx) => this.rows.all(tx));
  }

  /** How an answer of this persona may act; undefined: of none. */
  async of(ctx: Ctx, zofileId: string | undefined): Promise<Pick<TrustModeRow, 'mode' | 'deniedTools'>> {
    const rows = await this.list(ctx);
    const rowOf = (id: string) => rows.find((row) => row.zofileId === id);
    return (zofileId && rowOf(zofileId)) || rowOf(EVERY_PERSONA) || AS_USUAL;
  }

  /** Counts for the next answer. @throws chat.too_many_modes */
  async set(
    ctx: Ctx,
    persona: string | null,
    { mode, deniedTools }: { mode: TrustMode; deniedTools?: readonly string[] },
  ): Promise<void> {
    const zofileId = persona ?? EVERY_PERSONA;
    await this.database.tx(ctx, async (tx) => {
      const rows = await this.rows.all(tx);
      const before = rows.find((row) => row.zofileId === zofileId);
      if (!before && rows.length >= MAX_MODES) throw chatErrors.tooManyModes();
      const denied = [...new Set(deniedTools ?? before?.deniedTools ?? [])].toSorted();
      await this.rows.save(tx, { zofileId, mode, deniedTools: denied });
      audit(tx, 'trust_mode.changed', { target: zofileId, mode, denied_tools: denied.length });
    });
  }
}
