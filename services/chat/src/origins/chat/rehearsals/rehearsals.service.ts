import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { errors } from '@zo/errors';
import { isScript } from '@zo/proto/routine';
import { AllowancesRepository } from '../../../allowances/allowances.repository.js';
import { NANO_PER_DOLLAR } from '../../../allowances/price.js';
import { LedgerRepository } from '../../../runs/store/ledger.repository.js';
import { runScript } from '../../../runs/scripts/run-script.tool.js';
import { LIST } from '../../../tools/list-app-tools.js';
import { ToolRegistry } from '../../../tools/tool-registry.js';
import { ChatStore } from '../chat-store.js';
import { effectsOf, moreOf, type RehearsedEffect } from './effects.js';
import { type RehearsalRow, RehearsalsRepository } from './rehearsals.repository.js';

const MAX_EFFECTS = 500;

export interface Rehearsal extends Omit<RehearsalRow, 'script'> {
  readonly effects: readonly RehearsedEffect[];
  readonly more: ReturnType<typeof moreOf>;
  /** Dollars; null: not known. */
  readonly cost: number | null;
  readonly usualCost: number | null;
  readonly usualRuns: number;
}

@Injectable()
export class RehearsalsService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly store: ChatStore,
    private readonly rehearsals: RehearsalsRepository,
    private readonly ledger: LedgerRepository,
    private readonly spendings: AllowancesRepository,
    private readonly tools: ToolRegistry,
  ) {}

  /** What it would do as far as it has come, and what it would cost. @throws http.not_found */
  get(ctx: Ctx, routineId: string, runId: string): Promise<Rehearsal> {
    return this.store.database.read(ctx, async (tx) => {
      const found = await this.rehearsals.byId(tx, routineId, runId);
      if (!found) throw errors.notFound();
      const { script, ...run } = found;
      const calls = await this.ledger.ofRun(tx, runId);
      const usual = await this.rehearsals.usualCost(tx, routineId);
      const made = calls.flatMap((call) => effectsOf(call, this.classOf(call.tool)));
      const isListed = made.some(({ tool, ran }) => tool === runScript.name && !ran);
      const effects = distinct([...made, ...(isListed ? wakesOf(script) : [])]);
      return {
        ...run,
        effects: effects.slice(0, MAX_EFFECTS),
        more: moreOf(calls, effects.slice(MAX_EFFECTS)),
        cost: dollars(await this.spendings.costOf(tx.tx!, runId)),
        usualCost: dollars(usual.nano),
        usualRuns: usual.runs,
      };
    });
  }

  private classOf(name: string) {
    if (name === LIST) return 'list';
    return name === runScript.name ? runScript.class : this.tools.get(name)?.class;
  }
}

/** Whether these come depends on how the scripts would end. */
const wakesOf = (script: RehearsalRow['script']): RehearsedEffect[] =>
  (script?.steps ?? []).flatMap((step) =>
    isScript(step) || step.when === 'always'
      ? []
      : [{ kind: 'wake' as const, tool: '', what: step.ask, asks: false, ran: false, failed: false, when: step.when }],
  );

/** A script changes what those before it have changed, too. */
const distinct = (effects: readonly RehearsedEffect[]): RehearsedEffect[] => [
  ...new Map(effects.map((effect) => [`${effect.kind} ${effect.tool} ${effect.what}`, effect])).values(),
];

const dollars = (nano: number | null) => (nano === null ? null : nano / NANO_PER_DOLLAR);
