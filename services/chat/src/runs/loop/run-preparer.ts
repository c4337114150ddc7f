/** Prepares a run for the agent loop: model, instructions, context. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import type { LanguageModel } from 'ai';
import { windowAsker } from '../../models/discovery.js';
import { SEE_IN_RESULTS, TAKE_TURNS } from '../../models/provider.js';
import { type ChosenModel, ModelsService } from '../../models/models.service.js';
import type { OpenMedia } from '../../media/media-models.service.js';
import { costOfCall, type PricedSearch } from '../../search/search-uses.js';
import { promptShelf } from '../../memory/prompt-shelf.js';
import { type Labels, NO_LABELS } from '../../shapes/labels.js';
import type { ShelfInPrompt } from '../../shapes/shelf-in-prompt.js';
import type { TrustMode } from '../../trust-modes/trust-mode.js';
import { McpServersService } from '../../mcp/mcp-servers.service.js';
import { type PersonaScope, TrustModesService } from '../../trust-modes/trust-modes.service.js';
import { appToolsOf, toolsOf } from '../../tools/app-tools.js';
import { filesOfPrograms } from '../../tools/files/paths.js';
import { connectedBy, isInScope, type ScopedTools, type ToolScope } from '../../tools/tool-registry.js';
import type { ContextOptions, Origin, RunContext } from '../ports/origin.js';
import { Purse } from '../../allowances/purse.js';
import type { Expense, MeteredModel, SpendingLimit, SpentBefore } from '../ports/spending-limit.js';
import type { OwnMachine } from '../../tools/machines/machine-port.js';
import { RUN_ON_MACHINE, runOnMachine } from '../../tools/machines/run-on-machine.tool.js';
import { RunPorts } from '../ports/run-ports.js';
import { RunStore } from '../store/run-store.js';
import type { Location } from '@zo/proto/location';
import { agentCtx } from '../store/agent-ctx.js';
import type { CallRow } from '../store/ledger.repository.js';
import type { Run } from '../store/runs.repository.js';
import { modelOptions } from './model-options.js';
import { instructions } from './prompt.js';
import type { StepRequest } from './step.js';
import { type EarlyParts, isFresh, type RunSurroundings, Surroundings } from './surroundings.js';

/** Everything the agent loop needs to start or resume a run. */
export interface PreparedRun extends RunContext {
  readonly run: Run;
  readonly ctx: Ctx;
  readonly origin: Origin;
  readonly tools: ScopedTools;
  readonly search: PricedSearch | undefined;
  readonly media: OpenMedia;
  /** Whether the model takes pictures. */
  readonly sees: boolean;
  /** Whether its provider takes pictures in the results of tools; otherwise they follow them. */
  readonly seesInResults: boolean;
  /** Whether its server may refuse two messages of the user in a row. */
  readonly takesTurns: boolean;
  readonly mode: TrustMode;
  /** What programs are made of that the computer starts by itself. */
  readonly programs: readonly Location[];
  readonly limit: SpendingLimit;
  readonly model: LanguageModel;
  readonly options: StepRequest['options'];
  readonly instructions: string;
  /** What the instructions say of the user's memory and skills. */
  readonly shelf: ShelfInPrompt;
  /** Resolves when the labels are stored; nothing that a model says is shown before. */
  readonly labelled: Promise<void>;
  /** Index of the request in the messages. */
  readonly request: number;
  /** The step that the first message after the request belongs to. */
  readonly firstStep: number;
  /** Whether the model can write a summary; the built-in helper cannot. */
  readonly canSummarise: boolean;
  /** Context window of the model in tokens; null if unknown. */
  readonly window: number | null;
  /** Asks the provider what it gives, if it cuts off what is too long without a word; otherwise undefined. */
  readonly askWindow: (() => Promise<number | undefined>) | undefined;
  /** Milliseconds of silence after which a request is given up, if the user has set them. */
  readonly patienceMs: number | undefined;
  /** Stores that the window is another than was known. */
  readonly learnWindow: (tokens: number) => Promise<void>;
  /** Whether the user may still use the model. */
  readonly isModelOpen: () => Promise<boolean>;
  /** Index of the next step. */
  readonly nextStep: number;
  /** How many steps were scripts of its routine. */
  readonly scripted: number;
  /** Calls of the last step that have no result yet. */
  readonly openCalls: readonly CallRow[];
  /** How often the user has said no, or nothing. */
  readonly noes: number;
  /** The last step requested no calls: the run only has to be ended. */
  readonly done: boolean;
}

/** What the starter of a run has already loaded. Only what the user has set is asked for before the model is. */
export interface RunStart {
  readonly chosen: ChosenModel;
  readonly context: (run: Run, options: ContextOptions) => Promise<RunContext>;
}

interface Assembled extends RunStart {
  readonly spent: readonly SpentBefore[];
  readonly early?: EarlyParts;
}

@Injectable()
export class RunPreparer {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly models: ModelsService,
    private readonly platform: Platform,
    private readonly ports: RunPorts,
    private readonly modes: TrustModesService,
    private readonly store: RunStore,
    private readonly purse: Purse,
    private readonly servers: McpServersService,
    private readonly surroundings: Surroundings,
  ) {}

  /** Loads a run that is resumed from the database. */
  async load(run: Run, spent: readonly SpentBefore[], signal: AbortSignal): Promise<PreparedRun> {
    await this.purse.closeOf(agentCtx(run), run.id);
    const chosen = await this.models.choose(agentCtx(run), run.model);
    const origin = this.ports.origins.of(run);
    const start = { chosen, context: (...args: Parameters<Origin['context']>) => origin.context(...args) };
    return this.assemble(run, { ...start, spent }, signal);
  }

  prepare(run: Run, start: RunStart & { readonly early: EarlyParts }, signal: AbortSignal) {
    return this.assemble(run, { ...start, spent: [] }, signal);
  }

  private async partsOf(run: Run, { chosen, context, early }: Assembled, signal: AbortSignal) {
    const known = isFresh(early) ? early : undefined;
    const beginning = context(run, { signal, sees: chosen.entry.vision }).then(async (started) => ({
      started,
      // What is remembered depends on the folder of the chat.
      around: await (known?.around ?? this.surroundings.of(run, { chosen, folder: started.folder })),
    }));
    const settings = known?.settings ?? this.surroundings.settings(agentCtx(run));
    return Promise.all([beginning, settings]);
  }

  private async assemble(run: Run, assembled: Assembled, signal: AbortSignal): Promise<PreparedRun> {
    const ctx = agentCtx(run);
    const { chosen, spent } = assembled;
    const [{ started, around }, settings] = await this.partsOf(run, assembled, signal);
    const { search, media, modes, servers } = settings;
    const { connected, machines } = around;
    const scope = this.modes.scopeIn(modes, run.zofile?.id);
    const toolScope = withoutTools(run.tools, deniedBy(scope));
    const own = withMachines(this.ports.tools.within(toolScope, connectedBy(search, media, machines.length)), machines);
    const shelf = promptShelf(around.shelf, scope);
    const apps = this.servers.openOf(ctx, servers);
    const isNewSecret = shelf.memory && !started.labels.secret;
    const labels = isNewSecret ? { ...started.labels, secret: true } : started.labels;
    return {
      ...started,
      labels,
      labelled: isNewSecret ? this.label(run, { ...NO_LABELS, secret: true }) : Promise.resolve(),
      run,
      ctx,
      origin: this.ports.origins.of(run),
      tools: withApps(own, { connected, programs: appToolsOf(apps.ports) }, toolScope),
      search,
      media,
      sees: chosen.entry.vision,
      seesInResults: chosen.provider !== undefined && SEE_IN_RESULTS.has(chosen.provider.kind),
      takesTurns: chosen.provider !== undefined && TAKE_TURNS.has(chosen.provider.kind),
      mode: scope.mode,
      programs: filesOfPrograms(apps.commands),
      limit: this.ports.limits.open(run, {
        spent: this.priced(spent, search),
        model: meteredModel(run, chosen, around),
      }),
      model: this.models.languageModel(chosen),
      request: started.messages.length - 1,
      firstStep: 0,
      canSummarise: chosen.provider !== undefined,
      window: chosen.entry.context_window,
      askWindow: windowAsker(chosen.entry.slug, chosen.provider),
      patienceMs: chosen.patienceMs,
      learnWindow: (tokens) => this.models.learnWindow(agentCtx(run), chosen, tokens),
      isModelOpen: () => this.models.isOpen(ctx, chosen),
      options: modelOptions(chosen.provider?.kind, chosen.entry, run.settings),
      instructions: this.instructionsOf(run, shelf),
      shelf,
      nextStep: 0,
      scripted: 0,
      openCalls: [],
      noes: 0,
      done: false,
    };
  }

  private instructionsOf({ zofile }: Run, shelf: ShelfInPrompt): string {
    return instructions({ product: this.platform.config.ZO_PRODUCT_NAME, now: new Date(), zofile, shelf });
  }

  /** What is remembered is private, and the answer may repeat it without any call. */
  private priced(spent: readonly SpentBefore[], search: PricedSearch | undefined): Expense[] {
    const toolOf = ({ tool }: SpentBefore) => (tool === undefined ? undefined : this.ports.tools.get(tool));
    return spent.map((expense) => ({ ...expense, nano: costOfCall(toolOf(expense), search) }));
  }

  private label(run: Run, labels: Labels): Promise<void> {
    const stored = this.store.database.tx(agentCtx(run), (tx) => this.ports.origins.of(run).label(tx, run, labels));
    // A run that is stopped meanwhile does not wait for it.
    stored.catch(() => undefined);
    return stored;
  }
}

const meteredModel = (
  { settings: { reasoning } }: Run,
  { provider, price }: ChosenModel,
  { isLimited }: RunSurroundings,
): MeteredModel => ({
  payerId: provider?.payerId,
  price,
  isLimited,
  thinking: reasoning?.kind === 'budget_tokens' ? reasoning.tokens : 0,
});

const deniedBy = ({ deniedTools, memory }: PersonaScope) => (memory ? deniedTools : [...deniedTools, 'remember']);

const withoutTools = ({ allow, deny = [] }: ToolScope, denied: readonly string[]): ToolScope => ({
  ...(allow && { allow }),
  deny: [...deny, ...denied],
});

/** The tool names the machines that are there. */
const withMachines = (tools: ScopedTools, machines: readonly OwnMachine[]): ScopedTools =>
  tools.has(RUN_ON_MACHINE) ? new Map([...tools, [RUN_ON_MACHINE, runOnMachine(machines)]]) : tools;

/** The tools of apps and other programs come last: what stands before them in the prompt stays the same. */
function withApps(tools: ScopedTools, others: Parameters<typeof toolsOf>[0], scope: ToolScope): ScopedTools {
  const apps = toolsOf(others, (name) => isInScope(scope, name));
  return apps.length === 0 ? tools : new Map([...tools, ...apps.map((tool) => [tool.name, tool] as const)]);
}
