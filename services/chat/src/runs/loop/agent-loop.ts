/**
 * The agent loop: runs one model step at a time and its calls through the gate, until the model requests no more calls.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { ModelMessage } from 'ai';
import { CHAT_CONFIG, type ChatConfig } from '../../config.js';
import { chatErrors } from '../../errors.js';
import { argsHash } from '../gate/canonical.js';
import { Gate, isRepeated } from '../gate/gate.js';
import type { GateRun } from '../gate/gate-run.js';
import { KnownAddresses } from '../gate/known-addresses.js';
import type { CallRow, NewCall } from '../store/ledger.repository.js';
import { sanitise } from '../../shapes/parts.js';
import { storedForm } from '../../shapes/stored-form.js';
import type { RunLog } from '../store/event-writer.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { recordStep } from '../store/run-steps.repository.js';
import { type Refusal, spend, stepExpense } from '../ports/spending-limit.js';
import { RunStore } from '../store/run-store.js';
import { ScriptSteps, toolsAtFirst } from '../scripts/script-steps.js';
import type { ScopedTools } from '../../tools/tool-registry.js';
import { Compaction } from './compaction.js';
import { endOf, type LoopEnd } from './loop-end.js';
import { ResultsRoom } from './results-room.js';
import { askedWindow, isTooSmall, learnedWindow, roomOf, tokensOf } from './context-window.js';
import type { Sent } from './summary.js';
import { fixedTokens, partsOf } from './context-parts.js';
import { estimateTokens } from '../../models/estimate.js';
import { isCounted, SideRequests } from './side-request.js';
import { explainModelError } from '../../models/model-errors.js';
import { tooSmallWindow } from '../../models/provider-words.js';
import { type NamedTool, NamedTools, refusesChoice } from './named-tools.js';
import { withRetries } from './retry.js';
import type { PreparedRun } from './run-preparer.js';
import { SkillsInUse } from '../gate/skills-in-use.js';
import { picturedCalls, resultsMessage } from './step-messages.js';
import { Steering, steerMessage } from './steering.js';
import { runStep, toolSetOf, type StepResult } from './step.js';

/** A prepared run that a worker holds. */
export interface RunningRun extends PreparedRun {
  readonly log: RunLog;
  readonly signal: AbortSignal;
}

interface Recorded {
  readonly result: StepResult;
  /** What the model was sent. */
  readonly messages: readonly ModelMessage[];
}

interface Asking {
  readonly messages: ModelMessage[];
  readonly toolChoice?: NamedTool;
}

/** Steps in a row of nothing but refused repetitions. Each of them costs a request. */
const MAX_STUCK = 3;
const STUCK: LoopEnd = {
  status: 'failed',
  error:
    'The model made the same call over and over, so the answer was ended. Ask in other words, or use another model.',
};
/** Maximum number of concurrent calls. */
const MAX_PARALLEL = 8;

@Injectable()
export class AgentLoop {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly store: RunStore,
    private readonly gate: Gate,
    private readonly steering: Steering,
    private readonly compaction: Compaction,
    private readonly requests: SideRequests,
    private readonly scripts: ScriptSteps,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
  ) {}

  /** Works until the answer is complete. @throws the model's error, or an AbortError if the signal aborted */
  async work(running: RunningRun): Promise<LoopEnd> {
    const at = this.gateRunOf(running);
    const results = new ResultsRoom(running.canSummarise ? running.window : undefined);
    const messages = results.fitAll(running.messages);
    const { request, firstStep, canSummarise } = running;
    const sent: Sent = { messages, request, firstStep, canSummarise };
    const named = new NamedTools(running.tools, running.shelf.known);
    if (running.nextStep === 0) named.add(running.said.at(-1) ?? '');
    if (running.openCalls.length > 0) messages.push(results.fit(await this.answerCalls(at, running.openCalls)));
    const fixed = fixedTokens({ ...running, tools: toolSetOf(running.tools) });
    let [window, room, stuck] = [running.window, roomOf(running.window, fixed), 0];
    const scripted = await this.scripts.work(at, running, async (step, result) => {
      const { calls } = await this.record(running, step, { result, messages });
      messages.push({ role: 'assistant', content: [...result.content] });
      messages.push(results.fit(await this.answerCalls(at, calls)));
    });
    let ended: LoopEnd | undefined = running.done ? { status: 'complete' } : scripted.ended;
    let mayBeTold = true;
    for (let step = scripted.nextStep; ; step++) {
      running.signal.throwIfAborted();
      const told = step === 0 || !mayBeTold ? [] : await this.steering.take(at, step);
      if (ended && told.length === 0) return ended;
      for (const { text } of told) {
        at.addresses.addSaid(text);
        named.add(text);
      }
      messages.push(...told.map(steerMessage));
      // It was open when the work began.
      if (step > running.nextStep && !(await running.isModelOpen())) throw chatErrors.modelWithdrawn();
      if (running.askWindow && isTooSmall(window, fixed)) {
        window = await askedWindow(running);
        if (isTooSmall(window, fixed)) return { status: 'failed', error: tooSmallWindow(window) };
        room = roomOf(window, fixed);
      }
      await this.compaction.fit(running, sent, { step, room });
      const toolChoice = named.take();
      const result = await this.ask(running, step, { messages, toolChoice }).catch(async (error: unknown) => {
        const { isTooLong, isOfWindow } = explainModelError(error);
        if (!isTooLong) throw error;
        window = results.window = learnedWindow(messages, fixed);
        room = roomOf(window, fixed);
        const before = tokensOf(messages);
        messages.splice(0, messages.length, ...results.fitAll(messages));
        await this.compaction.fit(running, sent, { step, room });
        if (tokensOf(messages) >= before) throw error;
        if (isOfWindow) await running.learnWindow(window);
        return this.ask(running, step, { messages, toolChoice });
      });
      if ('refused' in result) return { status: 'failed', error: result.refused };
      const { calls, isTold } = await this.record(running, step, { result, messages });
      named.used(calls.map(({ tool }) => tool));
      if (result.content.length > 0) messages.push({ role: 'assistant', content: [...result.content] });
      ended = calls.length === 0 ? endOf(result, step > 0) : undefined;
      mayBeTold = !ended || isTold;
      if (ended) continue;
      messages.push(results.fit(await this.answerCalls(at, calls)));
      stuck = calls.every((call) => isRepeated(at, call)) ? stuck + 1 : 0;
      if (stuck === MAX_STUCK) return STUCK;
    }
  }

  /** The run as the gate sees it. */
  private gateRunOf(running: RunningRun): GateRun {
    return {
      ctx: running.ctx,
      run: running.run,
      origin: running.origin,
      log: running.log,
      signal: running.signal,
      tools: toolsAtFirst(running),
      search: running.search,
      media: running.media,
      sees: running.sees,
      addresses: new KnownAddresses(running, running.tools),
      labels: running.labels,
      mode: running.mode,
      programs: running.programs,
      once: new Set(),
      noes: running.noes,
      inView: running.inView,
      limit: running.limit,
      askModel: (request) => this.requests.ask(running, request),
      repeats: new Map(),
      skills: new SkillsInUse(running.shelf.known, running.messages.slice(running.request + 1)),
    };
  }

  private async ask(running: RunningRun, step: number, asked: Asking): Promise<StepResult | Refusal> {
    try {
      return await this.askOnce(running, step, asked);
    } catch (error) {
      if (!asked.toolChoice || !refusesChoice(error)) throw error;
      return this.askOnce(running, step, { messages: asked.messages });
    }
  }

  private askOnce(running: RunningRun, step: number, asked: Asking): Promise<StepResult | Refusal> {
    const { model, instructions, options, signal, log, run, patienceMs } = running;
    let shown = '';
    const add = (type: 'text.delta' | 'reasoning.delta') => (text: string) => {
      if (text !== '') log.add(type, { message_id: run.messageId, text });
      shown += text;
    };
    const sink = { text: add('text.delta'), reasoning: add('reasoning.delta') };
    const state = { visible: false };
    const tools = toolSetOf(running.tools);
    const { labelled: before, seesInResults, takesTurns } = running;
    const request = { model, instructions, ...asked, tools, options, signal, before, seesInResults, takesTurns };
    const estimate = () => partsOf({ ...request, shelf: running.shelf }).reduce((sum, { tokens }) => sum + tokens, 0);
    const estimated = () => ({ input: estimate(), output: estimateTokens(shown) });
    const expense = { ...stepExpense(run.id, step), estimate };
    return spend(running.limit, expense, async (spent, { maxOutputTokens }) => {
      try {
        const result = await withRetries(this.config, { state, signal }, () =>
          runStep({ ...request, maxOutputTokens }, sink, { state, config: this.config, patienceMs }),
        );
        spent(isCounted(result.usage) ? result.usage : estimated());
        return { ...result, content: storedForm(sanitise(result.content)) };
      } catch (error) {
        // Generated tokens are charged, even if the answer breaks off.
        if (state.visible) spent(estimated());
        throw error;
      }
    });
  }

  /**
   * Stores the step and its calls in one transaction before any call runs; only then announces the calls. Returns also
   * whether the run was told something meanwhile.
   */
  private async record(
    running: RunningRun,
    step: number,
    { result, messages }: Recorded,
  ): Promise<{ calls: CallRow[]; isTold: boolean }> {
    const { run, log, instructions, shelf } = running;
    const context = partsOf({ instructions, shelf, tools: toolSetOf(running.tools), messages });
    const asked = result.calls.map((call): NewCall => {
      const args = sanitise(call.args ?? {});
      return { id: crypto.randomUUID(), step, callId: call.callId, tool: call.tool, args, argsHash: argsHash(args) };
    });
    const calls = [...new Map(asked.map((call) => [call.callId, call])).values()];
    const { usage, finishReason } = result;
    await log.flushed();
    const { content } = result;
    const [isHeld, isTold] = await this.store.database.writeAtOnce(running.ctx, (ctx) =>
      Promise.all([
        recordStep(ctx, run, { step, content, finishReason, usage, context, calls }),
        this.store.inputs.isTold(ctx, run.id),
      ]),
    );
    // A worker that has taken the run over stores this step itself.
    if (!isHeld) throw new LeaseLostError();
    for (const { callId, tool, args } of calls)
      log.add('tool.start', { call_id: callId, tool, args, started_at: new Date().toISOString() });
    const { input, output } = usage;
    log.add('step.end', { usage: { input, output, total: input + output } });
    return { calls: calls.map((call) => ({ ...call, ...UNTOUCHED, runId: run.id })), isTold };
  }

  /** Executes the calls and returns their results in the order of the requests. */
  private async answerCalls(at: GateRun, calls: readonly CallRow[]): Promise<ModelMessage> {
    const answered: CallRow[] = [];
    for (const group of groupsOf(calls, at.tools)) {
      at.signal.throwIfAborted();
      // Every call finishes, even if another one ends the run.
      const results = await Promise.allSettled(group.map((call) => this.gate.check(at, call)));
      for (const [index, result] of results.entries()) {
        if (result.status === 'rejected') throw result.reason;
        answered.push({ ...group[index]!, result: result.value });
      }
    }
    const pictured = picturedCalls(answered);
    const { database, pictures } = this.store;
    const shown = pictured.length > 0 ? await database.read(at.ctx, (tx) => pictures.of(tx, pictured)) : undefined;
    return resultsMessage(answered, shown);
  }
}

/** Groups consecutive calls that may run in parallel; any other call forms its own group. */
function groupsOf(calls: readonly CallRow[], tools: ScopedTools): CallRow[][] {
  const isParallel = ({ tool }: CallRow) => tools.get(tool)?.parallel ?? false;
  const groups: CallRow[][] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last && isParallel(last[0]!) && isParallel(call) && last.length < MAX_PARALLEL) last.push(call);
    else groups.push([call]);
  }
  return groups;
}

const UNTOUCHED = {
  state: 'pending',
  decision: null,
  result: null,
  paths: [],
  commands: [],
  egress: [],
  startedAt: null,
  approvalId: null,
  approvalReason: null,
  approvalKind: null,
  approvalDecision: null,
  approvalUntil: null,
} as const satisfies Partial<CallRow>;
