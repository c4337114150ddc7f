import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { chatErrors } from '../errors.js';
import { EVERY_PERSONA, type TrustModeRow } from './trust-mode.entity.js';
import { TrustModesRepository } from './trust-modes.repository.js';

/** More than a user has personas, which other services know. */
const MAX_MODES = 500;

const AS_USUAL = { mode: 'balanced', deniedTools: [], memory: true, deniedSkills: [] } as const;

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();

/** What an answer of a persona may do, use and know. */
export type PersonaScope = Omit<TrustModeRow, 'userId' | 'zofileId'>;

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
  async of(ctx: Ctx, zofileId: string | undefined): Promise<PersonaScope> {
    return this.scopeIn(await this.list(ctx), zofileId);
  }

  scopeIn(rows: readonly TrustModeRow[], zofileId: string | undefined): PersonaScope {
    const rowOf = (id: string) => rows.find((row) => row.zofileId === id);
    return (zofileId && rowOf(zofileId)) || rowOf(EVERY_PERSONA) || AS_USUAL;
  }

  /** Counts for the next answer. @throws chat.too_many_modes */
  async set(
    ctx: Ctx,
    persona: string | null,
    { mode, ...changed }: Pick<PersonaScope, 'mode'> & Partial<PersonaScope>,
  ): Promise<void> {
    const zofileId = persona ?? EVERY_PERSONA;
    await this.database.tx(ctx, async (tx) => {
      const rows = await this.rows.all(tx);
      const before = rows.find((row) => row.zofileId === zofileId);
      if (!before && rows.length >= MAX_MODES) throw chatErrors.tooManyModes();
      const { memory, deniedTools, deniedSkills } = { ...AS_USUAL, ...before, ...changed };
      const [tools, skills] = [sorted(deniedTools), sorted(deniedSkills)];
      await this.rows.save(tx, { zofileId, mode, memory, deniedTools: tools, deniedSkills: skills });
      const counts = { denied_tools: tools.length, denied_skills: skills.length };
      audit(tx, 'trust_mode.changed', { target: zofileId, mode, memory, ...counts });
    });
  }
}
