/**
 * The only path to a tool: schema, scope, repetition, taint, approval, budget, execution, ledger. Returns the result
 * for the model; throws only if the run itself has to end.
 */
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { metrics } from '@zo/metrics';
import { sanitise } from '../../shapes/parts.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import type { Tool } from '../../tools/tool.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { callExpense, spend } from '../ports/spending-limit.js';
import { RunStore } from '../store/run-store.js';
import { ToolExecutor } from './tool-executor.js';
import { Approvals } from './approvals.js';
import type { GateRun } from './gate-run.js';
import type { CallRow, Effects } from '../store/ledger.repository.js';
import { type Outcome, refusal } from './outcome.js';
import { taints, approvalReasonFor } from './taint.js';

const MAX_REPEATS = 5;
const keyOf = ({ tool, argsHash }: Pick<CallRow, 'tool' | 'argsHash'>) => `${tool}:${argsHash}`;

/** Whether this exact call was made too often in the answer. */
export const isRepeated = ({ repeats }: Pick<GateRun, 'repeats'>, call: Pick<CallRow, 'tool' | 'argsHash'>): boolean =>
  (repeats.get(keyOf(call)) ?? 0) > MAX_REPEATS;

@Injectable()
export class Gate {
  constructor(
    private readonly store: RunStore,
    private readonly approvals: Approvals,
    private readonly executor: ToolExecutor,
  ) {}

  /** Runs one call of a finished step if it passes every check. */
  async check(at: GateRun, call: CallRow): Promise<ToolResult> {
    const begun = performance.now();
    const effects: Effects = { touched: [], commands: [] };
    const { touched } = effects;
    const decided = await this.decideAndRun(at, call, effects);
    // The model is sent what is stored.
    const outcome = { ...decided, result: sanitise(decided.result) };
    const tool = at.tools.get(call.tool);
    const ended = { args: call.args, result: outcome.result, hasRun: outcome.decision === undefined };
    if (tool && !at.tainted && taints(tool, ended, touched)) at.tainted = true;
    if (tool?.finds && ended.hasRun) at.addresses.add(outcome.result);
    const durationMs = Math.round(performance.now() - begun);
    await this.store.database.tx(at.ctx, async (ctx) => {
      const decision = await this.store.ledger.finish(ctx, call.id, { ...outcome, durationMs, effects });
      audit(ctx, 'tool.called', {
        target: call.id,
        tool: call.tool,
        args_hash: call.argsHash,
        decision,
        state: outcome.state,
      });
      if (at.tainted) await at.origin.markTainted(ctx, at.run);
      const written = touched.filter(({ kind }) => kind === 'write').map(({ path }) => path);
      if (written.length > 0) await at.origin.touched(ctx, at.run, written);
    });
    // Bounds the label values: a model may request tools of any name.
    metrics.toolCalls.inc({ tool: tool?.name ?? 'unknown', state: outcome.state });
    at.log.add('tool.end', {
      call_id: call.callId,
      state: outcome.state,
      result: outcome.result,
      duration_ms: durationMs,
    });
    return outcome.result;
  }

  private async decideAndRun(at: GateRun, call: CallRow, effects: Effects): Promise<Outcome> {
    const tool = at.tools.get(call.tool);
    if (!tool)
      return refusal('out_of_scope', `There is no tool ${call.tool} here. Tools: ${[...at.tools.keys()].join(', ')}.`);
    const parsed = tool.input.safeParse(call.args);
    if (!parsed.success) {
      const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`);
      return refusal('invalid', `The arguments are not valid. ${problems.join('; ')}`);
    }
    at.repeats.set(keyOf(call), (at.repeats.get(keyOf(call)) ?? 0) + 1);
    if (isRepeated(at, call))
      return refusal(
        'repeated',
        'This exact call was made several times in this answer already. Try something else or ask the person.',
      );
    const expense = callExpense(at.run.id, call);
    const outcome = await spend(at.limit, expense, (spent) =>
      this.runPermitted(at, { tool, call, args: parsed.data, spent }, effects),
    );
    return 'refused' in outcome ? refusal('over_budget', outcome.refused) : outcome;
  }

  private async runPermitted(
    at: GateRun,
    { tool, call, args, spent }: { tool: Tool; call: CallRow; args: unknown; spent: () => void },
    effects: Effects,
  ): Promise<Outcome> {
    const decision = await this.permission(at, { tool, call, args });
    if (decision === 'denied')
      return refusal(
        'denied',
        'The person said no to this call. Do not try it again; ask what to do instead.',
        'denied',
      );
    if (decision === 'expired') return refusal('expired', 'Nobody answered whether this call may run.', 'denied');
    const started = await this.store.database.tx(at.ctx, async (ctx) => {
      if (!(await this.store.runs.held(ctx, at.run.id))) throw new LeaseLostError();
      return this.store.ledger.begin(ctx, call.id, decision);
    });
    if (!started)
      return refusal(
        'unknown_outcome',
        'This call had been begun before and is not run twice. Check what it did before going on.',
      );
    spent();
    at.log.add('tool.running', { call_id: call.callId });
    return this.executor.execute(at, { tool, call, args }, effects);
  }

  private async permission(
    at: GateRun,
    { tool, call, args }: { tool: Tool; call: CallRow; args: unknown },
  ): Promise<'run' | 'approved' | 'denied' | 'expired'> {
    const address = tool.opens?.(args);
    const opens = address === undefined || at.addresses.isKnown(address) ? undefined : address;
    const reason = approvalReasonFor(tool, { tainted: at.tainted, opens });
    if (reason === undefined) return 'run';
    return this.approvals.requestApproval(at, call, reason);
  }
}
