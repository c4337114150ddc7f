import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { chatErrors } from '../errors.js';
import { EVERY_PERSONA, type TrustModeRow } from './trust-mode.entity.js';
import { TrustModesRepository } from './trust-modes.repository.js';

/** More than a user has personas, which other services know. */
const MAX_MODES = 500;

const AS_USUAL = { mode: 'balanced', deniedTools: [], memory: true, deniedSkills: [] } as const;

/** Of tools, and of skills. */
const MAX_DENIED = 200;

type Switches = Readonly<Record<string, boolean>>;

/** What of a persona changes; the rest stays. `tools` and `skills`: names → whether they are on. */
export type ModeChange = { readonly [key in keyof PersonaScope]?: PersonaScope[key] | undefined } & {
  readonly tools?: Switches | undefined;
  readonly skills?: Switches | undefined;
};

/** @throws http.invalid */
function switched(denied: readonly string[], switches: Switches = {}): string[] {
  const names = new Set(denied);
  for (const [name, isOn] of Object.entries(switches)) {
    if (isOn) names.delete(name);
    else names.add(name);
  }
  if (names.size > MAX_DENIED) throw errors.invalid({ reason: `At most ${MAX_DENIED} of them can be off.` });
  return [...names].toSorted();
}

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
  async set(ctx: Ctx, persona: string | null, changed: ModeChange): Promise<void> {
    const zofileId = persona ?? EVERY_PERSONA;
    await this.database.tx(ctx, async (tx) => {
      await this.rows.lock(tx);
      const rows = await this.rows.all(tx);
      if (rows.length >= MAX_MODES && !rows.some((row) => row.zofileId === zofileId)) throw chatErrors.tooManyModes();
      const before = this.scopeIn(rows, zofileId);
      const { mode = before.mode, memory = before.memory } = changed;
      const tools = switched(changed.deniedTools ?? before.deniedTools, changed.tools);
      const skills = switched(changed.deniedSkills ?? before.deniedSkills, changed.skills);
      await this.rows.save(tx, { zofileId, mode, memory, deniedTools: tools, deniedSkills: skills });
      const counts = { denied_tools: tools.length, denied_skills: skills.length };
      audit(tx, 'trust_mode.changed', { target: zofileId, mode, memory, ...counts });
    });
  }
}
