import { z } from 'zod';
import { asked } from '../../../shapes/asked.js';
import { newMessage } from '../messages/messages.dto.js';

export const queueInput = newMessage.pick({ id: true, text: true, files: true, attachments: true, chats: true });
export type QueueInput = z.infer<typeof queueInput>;

export const queuedMessage = asked
  .extend({
    id: z.uuid(),
    /** `steer`: shown to the model before its next step. `after`: sent after the answer. `held`: sent by hand. */
    kind: z.enum(['steer', 'after', 'held']),
  })
  .meta({ id: 'QueuedMessage' });
