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

@Injectable()
export class TrustModesService {
  constructor(
    private readonly database: Database,
    private readonly rows: TrustModesRepository,
  ) {}

  list(ctx: Ctx): Promise<TrustModeRow[]> {
    return this.database.read(ctx, (tx) => this.rows.all(tx));
  }

  /** The mode of an answer by this persona; undefined: by none. */
  async of(ctx: Ctx, zofileId: string | undefined): Promise<TrustMode> {
    const rows = await this.list(ctx);
    const modeOf = (id: string) => rows.find((row) => row.zofileId === id)?.mode;
    return (zofileId && modeOf(zofileId)) || modeOf(EVERY_PERSONA) || 'balanced';
  }

  /** Counts for the next answer. @throws chat.too_many_modes */
  async set(ctx: Ctx, zofileId: string | null, mode: TrustMode): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      if ((await this.rows.all(tx)).length >= MAX_MODES) throw chatErrors.tooManyModes();
      await this.rows.save(tx, zofileId ?? EVERY_PERSONA, mode);
      audit(tx, 'trust_mode.changed', { target: zofileId ?? EVERY_PERSONA, mode });
    });
  }
}
