import { z } from 'zod';
import type { LiveMessageType } from './message.js';

export const computeMessages = {
  computer: {
    publisher: 'compute',
    via: 'channel',
    schema: z.object({
      type: z.literal('computer'),
      payload: z.object({ state: z.enum(['asleep', 'waking', 'awake', 'stopping', 'failed']) }),
    }),
    example: { type: 'computer', payload: { state: 'awake' } },
  },
} as const satisfies Record<string, LiveMessageType>;
