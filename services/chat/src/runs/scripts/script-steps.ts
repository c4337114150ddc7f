/**
 * The scripts that a run of a routine begins with: calls as those of a model, through the same gate and ledger, but
 * without one. A model is asked only where the steps say so.
 */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type AskStep, isScript } from '@zo/proto/routine';
import type { RunScript } from '../../shapes/run-script.js';
import type { ScopedTools } from '../../tools/tool-registry.js';
import type { GateRun } from '../gate/gate-run.js';
import type { LoopEnd } from '../loop/loop-end.js';
import type { PreparedRun } from '../loop/run-preparer.js';
import type { StepResult } from '../loop/step.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { RunStore } from '../store/run-store.js';
import { failureOf } from './outcome-of-script.js';
import { runScript } from './run-script.tool.js';
import { SCRIPT_STEP, type ScriptCall, ScriptsRepository } from './scripts.repository.js';

type Scripted = Pick<PreparedRun, 'run' | 'scripted' | 'nextStep' | 'tools' | 'labels'>;

/** Whose steps are scripts are denied along with it. */
const COMMANDS = 'run_bash_command';
const FOREIGN_ASK = 'Its scripts have run. Do what the steps of the file ask for this case.';
const NO_COMMANDS: LoopEnd = {
  status: 'failed',
  error: 'The persona of this run may not run commands, so its scripts did not run.',
};

/** Whether scripts are to run, or to be looked at, before a model is asked. */
const isScripting = ({ run, nextStep, scripted }: Scripted): boolean => run.script !== null && nextStep === scripted;

/** The tools of the calls that are executed first. */
export const toolsAtFirst = (running: Scripted): ScopedTools =>
  isScripting(running) ? new Map([...running.tools, [runScript.name, runScript]]) : running.tools;

@Injectable()
export class ScriptSteps {
  constructor(
    private readonly store: RunStore,
    private readonly scripts: ScriptsRepository,
  ) {}

  /**
   * Runs the scripts that have not run yet, and has the model asked if their end is one that the steps ask about.
   * @param step stores a step, executes its call, and adds both to what a model is sent
   * @returns where the steps of the model begin; `ended`: it is not asked
   */
  async work(
    at: GateRun,
    running: Scripted,
    step: (index: number, result: StepResult) => Promise<void>,
  ): Promise<{ readonly nextStep: number; readonly ended?: LoopEnd }> {
    const { script } = running.run;
    if (!script || !isScripting(running)) return { nextStep: running.nextStep };
    if (!running.tools.has(COMMANDS)) return { nextStep: running.nextStep, ended: NO_COMMANDS };
    const scripts = script.steps.filter(isScript);
    let [index, calls] = [running.scripted, await this.callsOf(at)];
    for (; index < scripts.length && !failureOf(calls, scripts.length); index++) {
      at.signal.throwIfAborted();
      const before = scripts.slice(0, index).map((earlier) => earlier.script);
      const input = { script: scripts[index]!.script, env: script.env };
      await step(index, stepOf(index, running.run.rehearses === null ? input : { ...input, before }));
      calls = await this.callsOf(at);
    }
    at.tools = running.tools;
    const failure = failureOf(calls, scripts.length);
    const asked = await this.askedBy(at, script, { calls, failure });
    if (!asked)
      return { nextStep: index, ended: failure ? { status: 'failed', error: failure } : { status: 'complete' } };
    await this.wake(at, script.armed || !running.labels.tainted ? asked.ask : FOREIGN_ASK);
    return { nextStep: index };
  }

  private callsOf({ ctx, run }: GateRun): Promise<ScriptCall[]> {
    return this.store.database.read(ctx, (tx) => this.scripts.ofRun(tx, run.id));
  }

  private async askedBy(
    at: GateRun,
    { routineId, steps }: RunScript,
    { calls, failure }: { calls: readonly ScriptCall[]; failure: string | undefined },
  ): Promise<AskStep | undefined> {
    const asks = steps.filter((step): step is AskStep => !isScript(step));
    const isToCompare = failure === undefined && asks.some(({ when }) => when === 'changed');
    const hasChanged = isToCompare && (await this.hasChanged(at, routineId, calls));
    return asks.find(({ when }) => when === 'always' || (when === 'failed' ? failure !== undefined : hasChanged));
  }

  /** What never ran before has not changed. */
  private hasChanged({ ctx, run }: GateRun, routineId: string, calls: readonly ScriptCall[]): Promise<boolean> {
    return this.store.database.read(ctx, async (tx) => {
      for (const { args, result } of calls) {
        const before = await this.scripts.printedBefore(tx, { routineId, runId: run.id, args });
        if (before !== undefined && result?.type === 'list' && hashOf(result.items[0]!) !== hashOf(before)) return true;
      }
      return false;
    });
  }

  /** The question is a message before the next step. Its id makes it one, also if this process dies now. */
  private async wake({ ctx, run }: GateRun, text: string): Promise<void> {
    const id = idFor(run.id);
    await this.store.database.tx(ctx, async (tx) => {
      if (!(await this.store.runs.held(tx, run.id))) throw new LeaseLostError();
      const asked = { text, files: [], attachments: [] };
      const input = { id, runId: run.id, threadId: run.threadId!, kind: 'steer' as const, asked };
      await this.store.inputs.insertOnce(tx, input);
    });
  }
}

const stepOf = (
  index: number,
  input: { script: string; env: Readonly<Record<string, string>>; before?: string[] },
): StepResult => {
  // Nine letters and digits, which every provider takes.
  const [callId, tool] = [`script${String(index + 1).padStart(3, '0')}`, runScript.name];
  return {
    content: [{ type: 'tool-call', toolCallId: callId, toolName: tool, input }],
    calls: [{ callId, tool, args: input }],
    finishReason: SCRIPT_STEP,
    usage: { input: 0, output: 0 },
  };
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A uuid that follows from the id of the run. */
function idFor(runId: string): string {
  const hex = hashOf(`ask of ${runId}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
