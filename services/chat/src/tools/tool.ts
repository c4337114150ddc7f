/** A tool: its arguments, the class of its effects, and one function. */
import type { Ctx } from '@zo/auth';
import type { Computer } from '@zo/computer-client';
import type { z } from 'zod';
import type { AppEffect, UsedApp } from './app-port.js';
import type { OpenMedia } from '../media/media-models.service.js';
import type { Metered } from '../media/media-uses.js';
import type { VideoOrder } from '../media/video-orders.js';
import type { OwnMachine } from './machines/machine-port.js';
import type { Room } from './files/pictures.js';
import type { SearchPort } from '../search/search-port.js';
import type { ToolResult, WebSource } from '../shapes/tool-result.js';
import type { Location } from '@zo/proto/location';

/**
 * What a tool can affect; the gate decides by class, never by name. `list` answers which tools there are. What
 * strangers wrote is answered by `read-web`, `save-web`, `transcribe`, `remote`, which sends its arguments to a program
 * of others, `app`, an app of the user, `program`, one of others in the computer, and `machine`, a machine of the
 * user's own. The calls of a run that `research` or `delegate` starts pass the gate themselves.
 */
export type ToolClass =
  | 'read-local'
  | 'write-local'
  | 'exec'
  | 'read-web'
  | 'view-web'
  | 'save-web'
  | 'ask'
  | 'list'
  | 'research'
  | 'delegate'
  | 'generate'
  | 'transcribe'
  | 'schedule'
  | 'tell'
  | 'remote'
  | 'app'
  | 'program'
  | 'machine';

/** Classes of tools that change nothing on the computer. */
export const READS: ReadonlySet<ToolClass> = new Set([
  'read-local',
  'read-web',
  'view-web',
  'ask',
  'list',
  'research',
  'schedule',
  'tell',
  'remote',
  'app',
  'machine',
]);

/** What a user may have connected; a tool that requires it exists only then. */
export type Connected = 'web-search' | 'image-search' | 'images' | 'videos' | 'transcription' | 'machines';

/** What a call did with one file. */
export interface Touched {
  readonly path: Location;
  readonly kind: 'read' | 'write';
  /** Hash of the content that was read or written. */
  readonly after: string;
}

/** Work for a run of its own. */
export interface Delegated {
  readonly kind: 'web_research' | 'deep_research' | 'perform_coding_task';
  /** In words, for the model that does it. */
  readonly request: string;
  /** Tells several tasks of one call apart. */
  readonly part: number;
}

/** What is in a file that would run by itself. */
export interface LeftText {
  readonly file: Location;
  /** Of a link where it leads; empty if it is binary. */
  readonly text: string;
  readonly kind: 'text' | 'link' | 'binary';
  readonly isCut: boolean;
}

/** Files that a closed command changed and that would run by themselves later. The computer has put them back. */
export interface LeftToRun {
  /** By which the computer keeps the changes. */
  readonly heldId: string;
  /** The first of them. */
  readonly files: readonly Location[];
  readonly count: number;
  /** What is in the first of them. */
  readonly texts: readonly LeftText[];
}

export interface DelegatedEnd {
  readonly answer: string;
  /** The pages of the web that it has read. */
  readonly sources: readonly WebSource[];
  /** Why it did not end well. */
  readonly error?: string;
}

/** Paths in the home that a rehearsed command would have changed. */
export interface WouldChange {
  readonly write: readonly string[];
  readonly delete: readonly string[];
  /** Of both, also those that are not listed. */
  readonly writeCount: number;
  readonly deleteCount: number;
}

/** A command that is recorded. */
export interface RecordedCommand {
  /** Names the command where what leaves the computer is seen. */
  readonly env: Readonly<Record<string, string>>;
  /** Makes the computer's host run it without a way out; empty if it may have one. */
  readonly closedTicket: string;
  /** It runs on a copy of the home that ends with it. */
  readonly rehearse: boolean;
  /** Tells how it ended, null if that is not known, and what it would have changed if it was rehearsed. */
  readonly ended: (exitCode: number | null, would?: WouldChange) => void;
  /** Tells what it left to run later, which was put back. */
  readonly leftToRun: (left: LeftToRun) => void;
  /** Await it once nothing of the command is read any more. @throws ToolError if it did not run as it had to */
  readonly over: () => Promise<void>;
}

/** What the computer does for a call and is no command, such as opening a page. It has a way out, which is recorded. */
export interface RecordedTraffic {
  /** Names the call where what leaves the computer is seen; undefined where nobody sees it. */
  readonly proxy?: { readonly user: string; readonly password: string };
  /** Await it at the end. */
  readonly over: () => Promise<void>;
}

/** Who gets the arguments of a call. The user has named it. */
export interface Recipient {
  readonly name: string;
  /** Empty: a program in the computer. */
  readonly host: string;
  /** It says that the call may destroy something. */
  readonly destroys: boolean;
  /** It is an app of the user; the account there may be empty. */
  readonly app?: { readonly account: string; readonly effect: AppEffect };
  /** It is a machine of the user's own. */
  readonly isMachine?: true;
}

export interface MadeSchedule {
  readonly id: string;
  readonly title: string;
  /** IANA name. */
  readonly zone: string;
  /** The next times in milliseconds since 1970, at most three. */
  readonly next: readonly number[];
}

/** The schedules of the user. What text of others may be behind is remembered with them. */
export interface ScheduleCalls {
  readonly create: (schedule: { rrule: string; instruction: string }) => Promise<MadeSchedule>;
  readonly edit: (schedule: { id: string; instruction: string }) => Promise<MadeSchedule>;
}

/** Makes and changes schedules of users. */
export interface SchedulePort {
  create(ctx: Ctx, schedule: { rrule: string; instruction: string; tainted: boolean }): Promise<MadeSchedule>;
  edit(ctx: Ctx, schedule: { id: string; instruction: string; tainted: boolean }): Promise<MadeSchedule>;
}

/** A message to the user of the run, on a channel of theirs. */
export interface MessageToUser {
  readonly channel: 'email' | 'sms';
  readonly subject: string;
  readonly body: string;
}

export interface SentToUser {
  /** The address. */
  readonly to: string;
  /** It was not sent, but can be read in the outbox. */
  readonly kept: boolean;
}

/** Sends messages to users, once for each key. */
export interface UserPort {
  sendToUser(ctx: Ctx, message: MessageToUser & { key: string; conversationId: string }): Promise<SentToUser>;
}

/** What the run provides to a call. */
export interface CallContext {
  readonly conversationId: string;
  readonly signal: AbortSignal;
  /** The web search of the user. */
  readonly search: SearchPort | undefined;
  /** The models for images and speech of the user. */
  readonly media: OpenMedia;
  /** Counts what a request to one of these models costs. */
  readonly meter: Metered;
  /** Takes back what this call was charged, because nothing was made. */
  readonly notCharged: () => Promise<void>;
  /** Records that models may be shown this fact, unless the chat was shown text of others. Returns whether they may. */
  readonly remembers: (fact: string) => Promise<boolean>;
  readonly schedules: ScheduleCalls;
  /** What an app of the user answered, in words of others. @throws ToolError with what to do */
  readonly callApp: (used: UsedApp) => Promise<string>;
  /** @throws ToolError with what is missing */
  readonly sendToUser: (message: MessageToUser) => Promise<SentToUser>;
  /** Opens the order for the video of this call. */
  readonly videoOrder: () => Promise<VideoOrder>;
  /** Whether another worker goes on with the run; then nothing that was begun is taken back. */
  readonly isTakenOver: () => boolean;
  /** Whether an address may be a private one: the owner of the installation wrote it in this chat. */
  readonly mayBePrivate: (url: string) => boolean;
  /** Streams output of a running command. */
  readonly output: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Records that this call has read a file. */
  readonly hasRead: (path: Location, hash: string) => void;
  /** Records that this call has written a file. */
  readonly hasWritten: (path: Location, hash: string) => void;
  /** Records that the result shows something of this file, or its name. */
  readonly shows: (path: Location) => void;
  /** What the answer may still be shown; undefined if its model takes no pictures. */
  readonly pictureRoom: () => Promise<Room | undefined>;
  /** Keeps JPEG pictures; the model is shown as many as the result of the call says. @returns where they are */
  readonly keepPictures: (pictures: readonly Buffer[]) => Promise<{ readonly run_id: string; readonly id: string }>;
  /** Asks the user; undefined if nobody answers. */
  readonly ask: (question: string) => Promise<string | undefined>;
  /** What the model of the run writes, asked apart from the chat. @throws ToolError if it writes nothing */
  readonly askModel: (request: { readonly instructions: string; readonly text: string }) => Promise<string>;
  /** Gives work to a run of its own and waits for its end. */
  readonly delegate: (task: Delegated) => Promise<DelegatedEnd>;
  /** Records a command. Await it before the command begins. */
  readonly willRun: (cmd: string) => Promise<RecordedCommand>;
  /** Works with the agent of a machine of the user. @throws ToolError if it cannot be reached */
  readonly onMachine: <T>(machine: OwnMachine, work: (agent: Computer) => Promise<T>) => Promise<T>;
  /** Records a command there. Await it before the command begins. @returns what tells how it ended, null if unknown */
  readonly willRunThere: (cmd: string) => Promise<(exitCode: number | null) => void>;
  /** Records what leaves and enters the computer for this call from now on, beside its commands. */
  readonly recordTraffic: () => Promise<RecordedTraffic>;
  /** The chat was shown text of others: links lead writes nowhere else. */
  readonly confined: boolean;
  /** What programs are made of that the computer starts by itself. */
  readonly programs: readonly Location[];
  /** The user has allowed to write a file that runs by itself. */
  readonly mayRunLater: boolean;
  /** Records how a file that may now run by itself is taken back, with the other changes of the run. */
  readonly letRun: (undoId: string) => Promise<void>;
  /** Returns the hash of the file as this thread last read or wrote it; undefined if it never did. */
  readonly seen: (path: Location) => Promise<string | undefined>;
}

/** The context of a tool that works on the user's computer, which is awake. */
export interface ToolContext extends CallContext {
  readonly computer: Computer;
}

/** The context each kind of tool receives. */
interface Contexts {
  readonly none: CallContext;
  readonly computer: ToolContext;
}

interface ToolWith<N extends keyof Contexts, S extends z.ZodType> {
  readonly name: string;
  /** For people who choose what the assistant may do: one sentence. */
  readonly about?: string;
  /** For models. */
  readonly description: string;
  readonly class: ToolClass;
  /** Only `computer` wakes the computer. */
  readonly needs: N;
  readonly requires?: Connected;
  /** The address that a call opens. Others than known ones can carry away what the model has read. */
  readonly opens?: (args: z.infer<S>) => string;
  /** Where the arguments of a call go. */
  readonly sends?: (args: z.infer<S>) => Recipient | undefined;
  /** JSON Schema of the arguments for the model, where `input` checks less. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** The file that a call writes. One that runs by itself later is a way to act after the chat. */
  readonly writes?: (args: z.infer<S>) => Location;
  /** Whether the addresses in the result may be opened like those that the user wrote. */
  readonly finds?: boolean;
  /** Whether calls may run concurrently with neighbouring parallel calls. */
  readonly parallel: boolean;
  /** Executing a call again continues what it began. Others are not executed again after a restart. */
  readonly continues?: boolean;
  readonly input: S;
  /** Executes the call. @throws `ToolError` for mistakes the model can correct */
  readonly execute: (args: z.infer<S>, context: Contexts[N]) => Promise<ToolResult>;
}

export type Tool = { [N in keyof Contexts]: ToolWith<N, z.ZodType> }[keyof Contexts];

export const defineTool = <N extends keyof Contexts, S extends z.ZodType>(tool: ToolWith<N, S>): Tool =>
  tool as unknown as Tool;
export const text = (value: string): ToolResult => ({ type: 'text', text: value });
