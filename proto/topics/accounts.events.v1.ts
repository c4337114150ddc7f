import { AccountCreatedSchema, SessionsEndedSchema } from '../gen/accounts/v1/accounts_pb.js';
import type { Topic } from './topic.js';

export const accountsEvents = {
  name: 'accounts.events.v1',
  owner: 'accounts',
  key: 'user id',
  partitions: 4,
  retentionHours: 24 * 7,
  attempts: 5,
  events: {
    'account.created': {
      message: AccountCreatedSchema,
      consumers: ['compute'],
      example: { userId: '018f3a3e-0000-7000-8000-000000000001', handle: 'ada', owner: true },
    },
    'sessions.ended': {
      message: SessionsEndedSchema,
      consumers: ['channels'],
      example: {
        userId: '018f3a3e-0000-7000-8000-000000000001',
        sessionIds: ['018f3a3e-0000-7000-8000-000000000002'],
      },
    },
  },
} as const satisfies Topic;
