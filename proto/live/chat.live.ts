import { z } from 'zod';
import type { LiveMessageType } from './message.js';

const change = z.discriminatedUnion('change', [
  z.object({ id: z.uuid(), change: z.enum(['created', 'updated', 'deleted']) }),
  z.object({
    id: z.uuid(),
    change: z.literal('run'),
    run_id: z.uuid(),
    status: z.enum(['running', 'waiting', 'complete', 'stopped', 'failed', 'interrupted']),
  }),
]);

export const chatMessages = {
  conversation: {
    publisher: 'chat',
    via: 'channel',
    schema: z.object({ type: z.literal('conversation'), payload: change }),
    example: {
      type: 'conversation',
      payload: {
        id: '018f3a3e-0000-7000-8000-000000000002',
        change: 'run',
        run_id: '018f3a3e-0000-7000-8000-000000000003',
        status: 'complete',
      },
    },
  },
} as const satisfies Record<string, LiveMessageType>;
