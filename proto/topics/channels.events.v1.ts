import { MessageReceivedSchema } from '../gen/channels/v1/channels_pb.js';
import type { Topic } from './topic.js';

export const channelsEvents = {
  name: 'channels.events.v1',
  owner: 'channels',
  key: 'user id',
  // A consumer of this topic needs a second connection in each partition: fewer than the smallest pool has.
  partitions: 2,
  retentionHours: 24 * 7,
  // A run is not started while a service restarts: about three minutes.
  attempts: 10,
  events: {
    'message.received': {
      message: MessageReceivedSchema,
      consumers: ['chat'],
      example: {
        userId: '018f3a3e-0000-7000-8000-000000000001',
        messageId: '018f3a3e-0000-7000-8000-000000000005',
      },
    },
  },
} as const satisfies Topic;
