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
  pong: {
    publisher: 'files',
    via: 'socket',
    schema: z.object({ type: z.literal('pong') }),
    example: { type: 'pong' },
  },
} as const satisfies Record<string, LiveMessageType>;
