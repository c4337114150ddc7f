import { z } from 'zod';
import type { LiveMessageType } from './message.js';

const root = z.enum(['w', 's']);
/** The position of a browser in the event log of its computer. */
const position = { epoch: z.string(), seq: z.number() };

/** Paths are joined with `/`. Only a move has `destPath` and `destRoot`; without `destRoot` the root is unchanged. */
const fileChange = z.object({
  eventType: z.enum(['created', 'deleted', 'moved', 'modified']),
  root,
  relativePath: z.string(),
  destPath: z.string().nullable(),
  destRoot: root.optional(),
  isDirectory: z.boolean(),
  /** Unix milliseconds. */
  at: z.number(),
});

const machineRoot = z.templateLiteral(['m', z.uuid()]);

export const filesMessages = {
  /** From here on every message arrives; messages without a `seq` may have been lost before. */
  subscribed: {
    publisher: 'files',
    via: 'socket',
    schema: z.object({ type: z.literal('subscribed') }),
    example: { type: 'subscribed' },
  },
  /** The computer is awake, and the following messages continue from the browser's position. */
  hello: {
    publisher: 'files',
    via: 'socket',
    schema: z.object({ type: z.literal('hello'), ...position }),
    example: { type: 'hello', epoch: '018f3a3e', seq: 41 },
  },
  /** Messages were lost: the browser reads everything again. */
  resync: {
    publisher: 'files',
    via: 'socket',
    schema: z.object({ type: z.literal('resync'), ...position }),
    example: { type: 'resync', epoch: '018f3a3e', seq: 41 },
  },
  fs_event: {
    publisher: 'files',
    via: 'socket',
    schema: z.object({ type: z.literal('fs_event'), ...position, payload: fileChange }),
    example: {
      type: 'fs_event',
      epoch: '018f3a3e',
      seq: 42,
      payload: {
        eventType: 'moved',
        root: 'w',
        relativePath: 'Notes/a.md',
        destPath: 'a.md',
        destRoot: 's',
        isDirectory: false,
        at: 1_795_000_000_000,
      },
    },
  },
  /**
   * From here on every change in these folders of a machine arrives, until this message comes again: earlier ones may
   * have been lost. A path holds the names below the root.
   */
  machine_watching: {
    publisher: 'files',
    via: 'socket',
    schema: z.object({
      type: z.literal('machine_watching'),
      payload: z.object({ root: machineRoot, folders: z.array(z.array(z.string())) }),
    }),
    example: {
      type: 'machine_watching',
      payload: { root: 'm018f3a3e-7c1a-4b0e-9d3a-5b8d1c2e4f60', folders: [[], ['src']] },
    },
  },
  /** Like `fs_event`, in a folder of a machine that the browser looks at. It has no position in the log. */
  machine_event: {
    publisher: 'files',
    via: 'socket',
    schema: z.object({
      type: z.literal('machine_event'),
      payload: fileChange.omit({ destRoot: true }).extend({ root: machineRoot }),
    }),
    example: {
      type: 'machine_event',
      payload: {
        eventType: 'created',
        root: 'm018f3a3e-7c1a-4b0e-9d3a-5b8d1c2e4f60',
        relativePath: 'src/a.md',
        destPath: null,
        isDirectory: false,
        at: 1_795_000_000_000,
      },
    },
  },
  pong: {
    publisher: 'files',
    via: 'socket',
    schema: z.object({ type: z.literal('pong') }),
    example: { type: 'pong' },
  },
} as const satisfies Record<string, LiveMessageType>;

/** Folders of machines that a browser looks at now; it replaces what it sent before. */
export const liveWatch = z.strictObject({
  type: z.literal('watch'),
  folders: z.array(z.strictObject({ root: machineRoot, path: z.array(z.string().min(1).max(255)).max(64) })).max(64),
});
