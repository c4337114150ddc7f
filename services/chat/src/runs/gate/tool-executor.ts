/** Executes a call that has passed the gate. */
import { Injectable } from '@nestjs/common';
import { type Computer, Computers } from '@zo/computer-client';
import { logger } from '@zo/observability';
import { SearchUses } from '../../search/search-uses.js';
import { MediaUses, type UsedInRun } from '../../media/media-uses.js';
import { MemoryService } from '../../memory/memory.service.js';
import { VideoOrders } from '../../media/video-orders.js';
import { joined, type Source } from '../../shapes/labels.js';
import { MAX_PICTURES, type ToolResult } from '../../shapes/tool-result.js';
import { addressOf, type Location } from '@zo/proto/location';
import type { Room } from '../../tools/files/pictures.js';
import { type CallContext, READS, type ScheduleCalls, type Tool, type ToolClass } from '../../tools/tool.js';
import { explainToolError, ToolError } from '../../tools/tool-errors.js';
import { ParkedError } from '../store/parked.error.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import type { CallRow, Effects } from '../store/ledger.repository.js';
import { explainModelError } from '../../models/model-errors.js';
import { askExpense } from '../ports/spending-limit.js';
import { conversationIdOf, Snapshots } from '../ports/snapshots.js';
import { Apps } from '../../tools/apps.js';
import { Machines } from '../../tools/machines/machines.js';
import { Channels } from '../ports/channels.js';
import { Schedules } from '../ports/schedules.js';
import { SubRuns } from './sub-runs.js';
import { RunStore } from '../store/run-store.js';
import { Approvals } from './approvals.js';
import { CommandWayOut } from './command-way-out.js';
import type { GateRun } from './gate-run.js';
import { RecordedCommands } from './recorded-commands.js';
import { type Outcome, refusal } from './outcome.js';
import { filesNamedIn } from '../../tools/files/paths.js';
import { findShown, type ProvenanceQuestion, sourcesOfFiles, sourcesOfText } from './provenance.js';

/** Timeout for waking a computer. */
const WAKE_TIMEOUT_MS = 25_000;
/** Pictures that the calls of one answer show to its model. */
const ROOM_OF_RUN: Room = { pictures: 20, bytes: 8 * 1024 * 1024 };
const log = logger('chat:tools');

type MediaContext = Pick<CallContext, 'media' | 'meter' | 'notCharged' | 'videoOrder' | 'pictureRoom' | 'keepPictures'>;

/** Classes of tools whose result may be made of any file. */
const PRINTS: ReadonlySet<ToolClass> = new Set(['exec', 'view-web']);

interface AllowedCall {
  readonly tool: Tool;
  readonly call: CallRow;
  readonly args: unknown;
  /** Its commands have no way out but to the granted hosts. */
  readonly closed: boolean;
  /** The user has said yes to it. */
  readonly isApproved: boolean;
}

interface Shown {
  readonly tool: Tool;
  readonly computer: Computer;
  readonly files: readonly Location[];
  /** What a tool that reads has shown of them. */
  readonly read: string | undefined;
}

@Injectable()
export class ToolExecutor {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly computers: Computers,
    private readonly store: RunStore,
    private readonly snapshots: Snapshots,
    private readonly wayOut: CommandWayOut,
    private readonly commands: RecordedCommands,
    private readonly approvals: Approvals,
    private readonly subRuns: SubRuns,
    private readonly uses: MediaUses,
    private readonly memory: MemoryService,
    private readonly videos: VideoOrders,
    private readonly schedules: Schedules,
    private readonly searches: SearchUses,
    private readonly channels: Channels,
    private readonly apps: Apps,
    private readonly machines: Machines,
  ) {}

  /** Adds what the call does to `effects`. @throws LeaseLostError */
  async execute(at: GateRun, allowed: AllowedCall, effects: Effects): Promise<Outcome> {
    try {
      const result = await this.run(at, allowed, effects);
      return { state: result.type === 'error' ? 'error' : 'done', result };
    } catch (error) {
      // The call stays started: the worker that resumes the run marks it as unknown.
      if (error instanceof LeaseLostError || error instanceof ParkedError) throw error;
      if (at.signal.reason instanceof LeaseLostError) throw at.signal.reason;
      if (at.signal.aborted) return refusal('stopped', 'Stopped while it ran.');
      const explained = explainToolError(error);
      if (explained.code === 'unexpected') log.error({ error, tool: allowed.tool.name }, 'a tool failed');
      return { state: 'error', result: { type: 'error', ...explained } };
    }
  }

  /** Whether commands can run on the user's computer without a way out. Wakes it. */
  async canClose(at: GateRun): Promise<boolean> {
    const computer = await this.awake(at);
    return computer.at.canClose ?? false;
  }

  /** Whether commands can run on a copy of the home. Wakes the computer. */
  async canRehearse(at: GateRun): Promise<boolean> {
    return (await this.awake(at)).at.canRehearse ?? false;
  }

  private async run(at: GateRun, allowed: AllowedCall, effects: Effects): Promise<ToolResult> {
    const { tool, args } = allowed;
    const shown: Location[] = [];
    const shows = (path: Location) => void shown.push(path);
    if (tool.needs === 'none') return tool.execute(args, { ...this.contextOf(at, allowed, effects), shows });
    // Only waking the computer is retried after a failed connect, never the tool itself.
    const computer = await this.awake(at);
    // Programs of ours, such as those that read documents, need no way out, and what they read may be made to abuse
    // one.
    const closed = allowed.closed || (tool.class !== 'exec' && (computer.at.canClose ?? false));
    const context = { ...this.contextOf(at, { ...allowed, closed }, effects), shows };
    // Nothing is kept before calls that change nothing.
    if (!READS.has(tool.class)) await (at.snapshot ??= this.snapshots.begin(at.run, computer));
    let hasPrinted = tool.class !== 'exec';
    let read: string | undefined;
    const output: CallContext['output'] = (...printed) => {
      hasPrinted = true;
      context.output(...printed);
    };
    try {
      const result = await tool.execute(args, { ...context, computer, output });
      if (tool.class === 'exec') {
        shown.push(...filesNamedIn([JSON.stringify(args), JSON.stringify(result)]));
      }
      if (PRINTS.has(tool.class) && hasPrinted && !at.labels.tainted)
        shown.push(...(await this.filesShownIn(at, { computer, result }, effects)));
      if (tool.class === 'read-local') read = wordsOf(result);
      return result;
    } finally {
      if (!at.labels.tainted && (shown.length > 0 || read !== undefined))
        effects.sources.push(...(await this.sourcesOf(at, { tool, computer, files: shown, read })));
    }
  }

  /** Files that a command printed something of, whatever it was called with. */
  private async filesShownIn(
    at: GateRun,
    { computer, result }: { computer: Computer; result: ToolResult },
    { sources }: Effects,
  ): Promise<Location[]> {
    const asked = { text: wordsOf(result), conversationId: conversationIdOf(at.run) };
    const { files, partial } = await findShown(computer, asked);
    if (partial) sources.push({ kind: 'unknown', name: '' });
    return files;
  }

  private sourcesOf(at: GateRun, { tool, computer, files, read }: Shown): Promise<Source[]> {
    const question: ProvenanceQuestion = {
      files,
      conversationId: conversationIdOf(at.run),
      // A word of a command is not always a file.
      isStrict: tool.class === 'read-local' && (computer.at.canClose ?? false),
      tainted: (ids) => this.store.database.read(at.ctx, (ctx) => at.origin.tainted(ctx, ids)),
    };
    return read === undefined ? sourcesOfFiles(computer, question) : sourcesOfText(computer, read, question);
  }

  private awake(at: GateRun): Promise<Computer> {
    return this.computers.use(at.ctx, async (candidate) => {
      await candidate.system.info({ forUse: true }, { timeoutMs: WAKE_TIMEOUT_MS });
      return candidate;
    });
  }

  private async remembers(at: GateRun, fact: string): Promise<boolean> {
    if (!at.labels.tainted) await this.memory.keepFact(at.ctx, fact);
    return !at.labels.tainted;
  }

  private mediaOf(at: GateRun, call: CallRow): MediaContext {
    const { database, pictures } = this.store;
    return {
      media: at.media,
      meter: (use, work) => this.uses.meter(at.ctx, { ...use, ...usedIn(at, call) }, work),
      notCharged: () => this.uses.takeBack(at.ctx, call.id),
      videoOrder: () => this.videos.open(at.ctx, call.id),
      pictureRoom: () => this.pictureRoom(at),
      keepPictures: async (kept) => {
        await database.tx(at.ctx, (ctx) => pictures.keep(ctx, { callId: call.id, runId: at.run.id }, kept));
        return { run_id: at.run.id, id: call.id };
      },
    };
  }

  private async pictureRoom({ ctx, run, sees }: GateRun): Promise<Room | undefined> {
    if (!sees) return undefined;
    const { count, bytes } = await this.store.database.read(ctx, (tx) => this.store.pictures.ofRun(tx, run.id));
    const pictures = Math.min(MAX_PICTURES, ROOM_OF_RUN.pictures - count);
    return { pictures, bytes: ROOM_OF_RUN.bytes - bytes };
  }

  /** What text of others may be behind is remembered with the schedule. */
  private schedulesFor(at: GateRun): ScheduleCalls {
    const marked = <T extends object>(schedule: T) => ({ ...schedule, tainted: at.labels.tainted });
    return {
      create: (schedule) => this.schedules.create(at.ctx, marked(schedule)),
      edit: (schedule) => this.schedules.edit(at.ctx, marked(schedule)),
    };
  }

  private async askModel(at: GateRun, call: CallRow, request: Parameters<CallContext['askModel']>[0]): Promise<string> {
    const asked = at.askModel({ ...request, expense: askExpense(at.run.id, call) });
    const written = await asked.catch((error: unknown) => {
      if (at.signal.aborted || error instanceof LeaseLostError) throw error;
      throw new ToolError(explainModelError(error).message, 'model_failed');
    });
    if ('refused' in written) throw new ToolError(written.refused, 'over_budget');
    return written.text;
  }

  private contextOf(
    at: GateRun,
    { tool, call, closed, isApproved }: AllowedCall,
    effects: Effects,
  ): Omit<CallContext, 'shows'> {
    const { database, ledger } = this.store;
    const { touched } = effects;
    return {
      conversationId: conversationIdOf(at.run),
      signal: at.signal,
      search: at.search && this.searches.metered(at.ctx, at.search, searchingRun(at)),
      ...this.mediaOf(at, call),
      remembers: (fact) => this.remembers(at, fact),
      confined: at.labels.tainted,
      mayRunLater: isApproved,
      programs: at.programs,
      letRun: (undoId) => database.tx(at.ctx, (ctx) => this.store.runs.addPlaced(ctx, at.run, [undoId])),
      mayBePrivate: (url) => at.run.owner && at.run.origin !== 'email' && at.addresses.isWritten(url),
      schedules: this.schedulesFor(at),
      callApp: (used) => this.apps.call(at.ctx, { ...used, key: `call:${call.id}` }, at.signal),
      sendToUser: (message) =>
        this.channels.sendToUser(at.ctx, { ...message, key: call.id, conversationId: conversationIdOf(at.run) }),
      isTakenOver: () => at.signal.reason instanceof LeaseLostError,
      output: (stream, text) => at.log.add('tool.output', { call_id: call.callId, stream, text }),
      hasRead: (path, after) => void touched.push({ path, kind: 'read', after }),
      hasWritten: (path, after) => void touched.push({ path, kind: 'write', after }),
      ask: async (question) => {
        const reply = await this.approvals.askInWords(at, call, question);
        if (reply !== undefined) at.addresses.addSaid(reply);
        return reply;
      },
      askModel: (request) => this.askModel(at, call, request),
      delegate: async (task) => {
        const { labels, noes, ...ended } = await this.subRuns.follow(at, call, task);
        at.labels = joined(at.labels, labels);
        at.noes += noes;
        return ended;
      },
      onMachine: (machine, work) => this.machines.use(at.ctx, machine, work),
      ...this.commands.of(at, { tool, call, closed }, effects),
      recordTraffic: () => this.wayOut.begin(at, { closed: false, mayReachGranted: false }, effects),
      seen: async (path) => {
        const known = await database.read(at.ctx, (ctx) => ledger.lastSeen(ctx, at.run, path));
        return known ?? at.inView.find((file) => addressOf(file.path) === addressOf(path))?.hash;
      },
    };
  }
}

const searchingRun = ({ run }: GateRun) => ({ runId: run.id, zofileId: run.zofile?.id ?? null });

const usedIn = ({ run }: GateRun, call: CallRow): UsedInRun => ({
  id: call.id,
  runId: run.id,
  zofileId: run.zofile?.id ?? null,
});

function wordsOf(result: ToolResult): string {
  if (result.type === 'text') return result.text;
  if (result.type === 'list') return result.items.join('\n');
  return result.type === 'error' ? result.message : '';
}
