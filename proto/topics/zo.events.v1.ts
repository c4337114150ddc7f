import { OccurrenceDueSchema, ZofileDeletedSchema } from '../gen/zo/v1/zo_pb.js';
import type { Topic } from './topic.js';

export const zoEvents = {
  name: 'zo.events.v1',
  owner: 'zo',
  key: 'user id',
  // A consumer of this topic needs a second connection in each partition: fewer than the smallest pool has.
  partitions: 2,
  retentionHours: 24 * 7,
  // A run is not started while a service restarts: about three minutes.
  attempts: 10,
  events: {
    'zofile.deleted': {
      message: ZofileDeletedSchema,
      consumers: ['chat'],
      example: {
        userId: '018f3a3e-0000-7000-8000-000000000001',
        zofileId: '018f3a3e-0000-7000-8000-000000000002',
      },
    },
    'occurrence.due': {
      message: OccurrenceDueSchema,
      consumers: ['chat'],
      example: {
        userId: '018f3a3e-0000-7000-8000-000000000001',
        scheduleId: '018f3a3e-0000-7000-8000-000000000004',
        dueAt: '1795590000000',
      },
    },
  },
} as const satisfies Topic;
