/** What a run finds around it: what its user has set, connected and remembered, and may spend. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import type { Location } from '@zo/proto/location';
import { Purse } from '../../allowances/purse.js';
import { MediaModelsService, type OpenMedia } from '../../media/media-models.service.js';
import type { McpServerRow } from '../../mcp/mcp-server.entity.js';
import { McpServersService } from '../../mcp/mcp-servers.service.js';
import { type EarlyHome, type EarlyMemory, MemoryService } from '../../memory/memory.service.js';
import type { StoredShelf } from '../../memory/memory.repository.js';
import { EMPTY_SHELF, type Shelf } from '../../memory/shelf.js';
import type { ChosenModel } from '../../models/models.service.js';
import type { PricedSearch } from '../../search/search-uses.js';
import { WebSearchService } from '../../search/web-search.service.js';
import type { ConnectedApp } from '../../tools/app-port.js';
import { Apps } from '../../tools/apps.js';
import type { OwnMachine } from '../../tools/machines/machine-port.js';
import { Machines } from '../../tools/machines/machines.js';
import type { TrustModeRow } from '../../trust-modes/trust-mode.entity.js';
import { TrustModesService } from '../../trust-modes/trust-modes.service.js';
import { conversationIdOf } from '../ports/snapshots.js';
import { agentCtx } from '../store/agent-ctx.js';
import { RunStore } from '../store/run-store.js';
import type { Run } from '../store/runs.repository.js';

/** What the user has set for all answers. */
export interface AnswerSettings {
  readonly search: PricedSearch | undefined;
  readonly media: OpenMedia;
  readonly modes: readonly TrustModeRow[];
  readonly servers: readonly McpServerRow[];
}

/** What depends on the model, the persona and the folder of the run. */
export interface RunSurroundings {
  readonly shelf: Shelf;
  readonly connected: readonly ConnectedApp[];
  readonly machines: readonly OwnMachine[];
  /** Whether anybody has limited what the run may spend. */
  readonly isLimited: boolean;
}

export interface Around {
  readonly chosen: ChosenModel;
  /** The folder that the chat is about; undefined: the workspace. */
  readonly folder?: Location;
  readonly memory?: EarlyMemory;
}

interface Remembering {
  readonly chosen: ChosenModel;
  readonly settings: AnswerSettings;
  readonly stored: StoredShelf;
  readonly zofile: Run['zofile'];
}

/** What was asked for while the run was stored. */
export interface EarlyParts {
  readonly settings: AnswerSettings;
  readonly around: Promise<RunSurroundings>;
  readonly askedAt: number;
}

/** A run may wait for its turn, and what the user sets meanwhile counts. */
const EARLY_LASTS_MS = 1_000;
const WORKSPACE: Location = { root: 'w', path: [] };

export const isFresh = (early: EarlyParts | undefined): early is EarlyParts =>
  early !== undefined && performance.now() - early.askedAt < EARLY_LASTS_MS;

@Injectable()
export class Surroundings {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly searches: WebSearchService,
    private readonly media: MediaModelsService,
    private readonly modes: TrustModesService,
    private readonly memory: MemoryService,
    private readonly store: RunStore,
    private readonly purse: Purse,
    private readonly servers: McpServersService,
    private readonly apps: Apps,
    private readonly machines: Machines,
  ) {}

  /** Begins to read what does not depend on the run. */
  earlyHome(ctx: Ctx): Promise<EarlyHome | undefined> {
    return this.memory.earlyHome(ctx);
  }

  stored(ctx: Ctx): Promise<StoredShelf> {
    return this.memory.stored(ctx);
  }

  /** Whether a run will be shown what is remembered, unless that has been forgotten in the meantime. */
  remembers({ chosen, settings, stored: { copy }, zofile }: Remembering): boolean {
    const { memory } = this.modes.scopeIn(settings.modes, zofile?.id);
    return (
      chosen.provider !== undefined && memory && copy !== undefined && (copy.guide !== null || copy.facts.length > 0)
    );
  }

  /** Reads it in the transaction of `ctx`, if there is one: all of it is one round trip then. */
  settings(ctx: Ctx): Promise<AnswerSettings> {
    return this.store.database.read(ctx, async (tx) => {
      const [search, media, modes, servers] = await Promise.all([
        this.searches.open(tx),
        this.media.open(tx),
        this.modes.list(tx),
        this.servers.all(tx),
      ]);
      return { search, media, modes, servers };
    });
  }

  /** Asks for all of it at once. The built-in helper uses, costs and is told none of it. */
  async of(run: Run, { chosen: { provider }, folder = WORKSPACE, memory }: Around): Promise<RunSurroundings> {
    if (!provider) return { shelf: EMPTY_SHELF, connected: [], machines: [], isLimited: false };
    const ctx = agentCtx(run);
    const spender = { zofileId: run.zofile?.id ?? null, payerId: provider.payerId };
    const [shelf, connected, machines, isLimited] = await Promise.all([
      this.memory.forRun(ctx, { folder, threadId: conversationIdOf(run) }, memory),
      this.apps.list(ctx),
      this.machines.list(ctx),
      this.purse.isLimited(ctx, spender),
    ]);
    return { shelf, connected, machines, isLimited };
  }
}
