import { z } from 'zod';
import type { LiveMessageType } from './message.js';

export const channelsMessages = {
  message: {
    publisher: 'channels',
    via: 'channel',
    schema: z.object({ type: z.literal('message'), payload: z.object({ id: z.uuid() }) }),
    example: { type: 'message', payload: { id: '018f3a3e-0000-7000-8000-000000000005' } },
  },
} as const satisfies Record<string, LiveMessageType>;
