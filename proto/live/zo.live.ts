import { z } from 'zod';
import type { LiveMessageType } from './message.js';

export const zoMessages = {
  schedule: {
    publisher: 'zo',
    via: 'channel',
    schema: z.object({ type: z.literal('schedule'), payload: z.object({ id: z.uuid() }) }),
    example: { type: 'schedule', payload: { id: '018f3a3e-0000-7000-8000-000000000004' } },
  },
} as const satisfies Record<string, LiveMessageType>;
