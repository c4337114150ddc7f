import { RunEndedSchema, RunNoticeSchema, RunParkedSchema, RunStartedSchema } from '../gen/chat/v1/chat_pb.js';
import type { Topic } from './topic.js';

const run = {
  userId: '018f3a3e-0000-7000-8000-000000000001',
  originId: 'occurrence:018f3a3e-0000-7000-8000-000000000004:1795590000000',
  runId: '018f3a3e-0000-7000-8000-000000000003',
};

export const chatEvents = {
  name: 'chat.events.v1',
  owner: 'chat',
  key: 'user id',
  // A consumer of this topic needs a second connection in each partition: fewer than the smallest pool has.
  partitions: 2,
  retentionHours: 24 * 7,
  attempts: 5,
  events: {
    'run.started': {
      message: RunStartedSchema,
      consumers: ['zo', 'channels'],
      example: { ...run, conversationId: '018f3a3e-0000-7000-8000-000000000002' },
    },
    'run.parked': { message: RunParkedSchema, consumers: ['zo', 'channels'], example: run },
    'run.ended': {
      message: RunEndedSchema,
      consumers: ['zo', 'channels'],
      example: { ...run, status: 'complete', costNano: '4000000' },
    },
    'run.notice': {
      message: RunNoticeSchema,
      consumers: ['channels'],
      example: {
        userId: run.userId,
        runId: run.runId,
        conversationId: '018f3a3e-0000-7000-8000-000000000002',
        status: 'waiting',
        title: 'The trip to Kyoto',
        asked: {
          runId: run.runId,
          approvalId: '018f3a3e-0000-7000-8000-000000000006',
          argsHash: '9f86d081884c7d65',
          kind: 'first-time',
          untilMs: '1795590000000',
        },
      },
    },
  },
} as const satisfies Topic;
