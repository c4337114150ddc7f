/**
 * The only path to a tool: schema, scope, repetition, budget, policy, approval, execution, ledger, labels. Returns the
 * result for the model; throws only if the run itself has to end.
 */
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { metrics } from '@zo/metrics';
import { MediaUses } from '../../media/media-uses.js';
import type { Location } from '@zo/proto/location';
import { type Labels, withSources } from '../../shapes/labels.js';
import { sanitise } from '../../shapes/parts.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import type { Tool } from '../../tools/tool.js';
import { isRemembered } from '../../memory/home-files.js';
import { MemoryService } from '../../memory/memory.service.js';
import { costOfCall } from '../../search/search-uses.js';
import { conversationIdOf } from '../ports/snapshots.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { callExpense, spend } from '../ports/spending-limit.js';
import { RunStore } from '../store/run-store.js';
import { ToolExecutor } from './tool-executor.js';
import { Approvals } from './approvals.js';
import type { GateRun } from './gate-run.js';
import { type CallRow, type Effects, noEffects } from '../store/ledger.repository.js';
import { type Outcome, refusal } from './outcome.js';
import { capsOf, sourcesOf, sourcesOfLost } from './facts.js';
import { HostQuestions } from './host-questions.js';
import { decide, type Facts, type Verdict } from './policy.js';
import { isUnasked, readsOnly, rehearsed } from './rehearsal.js';
import { RunLaterQuestions } from './run-later-questions.js';
import {
  questionFor,
  questionForApp,
  questionForFiles,
  questionForMachine,
  questionForSchedule,
  shownPath,
} from './questions.js';

const MAX_REPEATS = 5;
const keyOf = ({ tool, argsHash }: Pick<CallRow, 'tool' | 'argsHash'>) => `${tool}:${argsHash}`;

/** Whether this exact call was made too often in the answer. */
export const isRepeated = ({ repeats }: Pick<GateRun, 'repeats'>, call: Pick<CallRow, 'tool' | 'argsHash'>): boolean =>
  (repeats.get(keyOf(call)) ?? 0) > MAX_REPEATS;

@Injectable()
export class Gate {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly store: RunStore,
    private readonly approvals: Approvals,
    private readonly executor: ToolExecutor,
    private readonly hosts: HostQuestions,
    private readonly uses: MediaUses,
    private readonly runLater: RunLaterQuestions,
    private readonly memory: MemoryService,
  ) {}

  /** Runs one call of a finished step if it passes every check. */
  async check(at: GateRun, call: CallRow): Promise<ToolResult> {
    const begun = performance.now();
    const effects = noEffects();
    const labelled = at.labels;
    const { touched } = effects;
    const decided = await this.decideAndRun(at, call, effects);
    // The model is sent what is stored.
    const outcome = { ...decided, result: sanitise(decided.result) };
    const tool = at.tools.get(call.tool);
    const ended = { args: call.args, result: outcome.result, hasRun: outcome.decision === undefined };
    if (tool) at.labels = labelsAfter(at.labels, { tool, ...ended }, effects);
    if (outcome.state === 'done') at.skills.used(call.tool, call.args);
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
      if (at.labels !== labelled) await at.origin.label(ctx, at.run, at.labels);
      const written = touched.filter(({ kind }) => kind === 'write').map(({ path }) => path);
      if (written.length > 0) await at.origin.touched(ctx, at.run, written);
    });
    const remembers = touched.some(({ kind, path }) => kind === 'write' && isRemembered(path));
    if (remembers && !at.labels.tainted && at.run.parentRunId === null)
      await this.memory.settle(at.ctx, conversationIdOf(at.run));
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
    const left = at.skills.refuses(tool.name);
    if (left) return refusal('out_of_scope', left);
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
    const expense = { ...callExpense(at.run.id, call), nano: costOfCall(tool, at.search) };
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
    if (at.run.rehearses !== null) {
      const verdict = await this.verdictOf(at, tool, args);
      if (!(await this.runsInRehearsal(at, { tool, args }, verdict))) return rehearsed(tool.class, verdict);
    }
    const isRehearsal = at.run.rehearses !== null;
    const inRehearsal = tool.class === 'exec' ? 'closed' : 'run';
    const decision = isRehearsal ? inRehearsal : await this.permission(at, { tool, call, args });
    if (decision === 'deny')
      return refusal(
        'denied',
        'The person said no to this call. Do not try it again; ask what to do instead.',
        'denied',
      );
    if (decision === 'refused') return refusal('denied', LEFT_OUT);
    if (decision === 'expired') return refusal('expired', 'Nobody answered whether this call may run.', 'denied');
    const isApproved = decision === 'approve' || decision === 'approve-closed';
    const started = await this.store.database.tx(at.ctx, async (ctx) => {
      if (!(await this.store.runs.held(ctx, at.run.id))) throw new LeaseLostError();
      const unasked = changesApp(tool, args) ? 'unasked' : 'run';
      return this.store.ledger.begin(ctx, call.id, isApproved ? 'approved' : unasked);
    });
    if (!started) at.labels = withSources(at.labels, sourcesOfLost({ toolClass: tool.class, args }, true));
    if (!started && !tool.continues)
      return refusal(
        'unknown_outcome',
        'This call had been begun before and is not run twice. Check what it did before going on.',
      );
    spent();
    if (started) at.log.add('tool.running', { call_id: call.callId });
    const closed = decision === 'closed' || decision === 'approve-closed';
    const ran = await this.executor.execute(at, { tool, call, args, closed, isApproved }, effects);
    // A rehearsal asks nothing: its commands ran on a copy, and reached nothing.
    if (isRehearsal) return ran;
    const outcome = closed ? await this.hosts.ask(at, { call, outcome: ran }, effects) : ran;
    return this.runLater.ask(at, { call, outcome }, effects);
  }

  /** Commands run on a copy of the home, where the computer has one. */
  private async runsInRehearsal(
    at: GateRun,
    { tool, args }: { tool: Tool; args: unknown },
    verdict: Verdict,
  ): Promise<boolean> {
    if (tool.class !== 'exec') return readsOnly(tool.class, capsOf(tool, { recipient: tool.sends?.(args) }), verdict);
    return isUnasked(verdict) && (await this.executor.canRehearse(at));
  }

  private async verdictOf(at: GateRun, tool: Tool, args: unknown): Promise<Verdict> {
    const address = tool.opens?.(args);
    const spends = capsOf(tool).effects.includes('spend');
    const writes = writtenBy(tool, args);
    const recipient = tool.sends?.(args);
    return decide(capsOf(tool, { writes, programs: at.programs, recipient }), {
      origin: await this.originOf(at),
      mode: at.mode,
      foreign: at.labels.tainted,
      secret: at.labels.secret,
      granted: recipient !== undefined && (await this.hosts.isGranted(at, recipient.host)),
      urlKnown: address === undefined || at.addresses.isKnown(address),
      overBudget: spends && (await this.hasSpentMuch(at)),
      canClose: tool.class === 'exec' && at.labels.tainted && (await this.executor.canClose(at)),
    });
  }

  private async permission(
    at: GateRun,
    { tool, call, args }: { tool: Tool; call: CallRow; args: unknown },
  ): Promise<Permission> {
    const verdict = await this.verdictOf(at, tool, args);
    const writes = writtenBy(tool, args);
    const recipient = tool.sends?.(args);
    if (verdict.to === 'refuse') return 'refused';
    if (verdict.to !== 'ask') return verdict.to === 'run-closed' ? 'closed' : 'run';
    if (recipient?.app) {
      const reason = questionForApp(verdict.why, { ...recipient.app, name: recipient.name }, at.labels.foreign);
      const answer = await this.approvals.requestApproval(at, call, { kind: verdict.why, reason });
      return answer === 'deny' || answer === 'expired' ? answer : 'approve';
    }
    if (recipient?.isMachine) {
      const reason = questionForMachine(recipient.name, at.labels.foreign);
      const answer = await this.approvals.requestApproval(at, call, { kind: verdict.why, reason });
      return answer === 'deny' || answer === 'expired' ? answer : 'approve';
    }
    if (recipient) return this.hosts.askToSend(at, { call, recipient, why: verdict.why });
    const { programs, labels } = at;
    const { foreign } = labels;
    const isToRun = verdict.why === 'persist' && writes !== undefined;
    const answer = await this.approvals.requestApproval(
      at,
      call,
      tool.class === 'schedule'
        ? { kind: verdict.why, reason: questionForSchedule(foreign) }
        : isToRun
          ? {
              kind: verdict.why,
              reason: questionForFiles({ files: [writes], count: 1, programs }, foreign),
              files: [shownPath(writes)],
            }
          : { kind: verdict.why, reason: questionFor(verdict.why, foreign) },
    );
    if (answer === 'deny' || answer === 'expired') return answer;
    return verdict.closed ? 'approve-closed' : 'approve';
  }

  /** Parts of a run have the origin of that run. */
  private async originOf({ ctx, run }: GateRun): Promise<Facts['origin']> {
    const { parentRunId } = run;
    const parent =
      parentRunId === null ? run : await this.store.database.read(ctx, (tx) => this.store.runs.byId(tx, parentRunId));
    return ORIGINS.find((origin) => origin === parent?.origin) ?? 'chat';
  }

  private async hasSpentMuch({ ctx, run }: GateRun): Promise<boolean> {
    const { images, seconds, videos } = await this.uses.usedBy(ctx, run.id);
    return images >= UNASKED.images || videos >= UNASKED.videos || seconds >= UNASKED.seconds;
  }
}

const ORIGINS: readonly Facts['origin'][] = ['api', 'schedule', 'email', 'sms'];

/** What an answer may make and hear before its user is asked. */
const UNASKED = { images: 20, videos: 2, seconds: 2 * 60 * 60 };

/** Undefined if it writes none, or none that can be. */
function writtenBy(tool: Tool, args: unknown): Location | undefined {
  try {
    return tool.writes?.(args);
  } catch {
    return undefined;
  }
}

function recipientOf(tool: Tool, args: unknown): string | undefined {
  const parsed = tool.sends && tool.input.safeParse(args);
  return parsed?.success ? tool.sends?.(parsed.data)?.name : undefined;
}

const changesApp = (tool: Tool, args: unknown): boolean => (tool.sends?.(args)?.app?.effect ?? 'read') !== 'read';

type Permission = 'run' | 'closed' | 'approve' | 'approve-closed' | 'deny' | 'expired' | 'refused';
const LEFT_OUT =
  'This needs a yes after text from outside, and the person wants no questions here. Go on without, and say what ' +
  'was left out.';

function labelsAfter(
  labels: Labels,
  { tool, ...ended }: { tool: Tool; args: unknown; result: ToolResult; hasRun: boolean },
  effects: Effects,
): Labels {
  const reads = ended.hasRun && capsOf(tool).reads && !labels.secret;
  const recipient = recipientOf(tool, ended.args);
  const sources = [...sourcesOf({ ...tool, recipient }, ended, effects), ...effects.sources];
  return withSources(reads ? { ...labels, secret: true } : labels, sources);
}
