import { FileMovedSchema, FileTrashedSchema } from '../gen/files/v1/files_pb.js';
import type { Topic } from './topic.js';

export const filesEvents = {
  name: 'files.events.v1',
  owner: 'files',
  key: 'user id',
  partitions: 4,
  retentionHours: 24 * 7,
  attempts: 5,
  events: {
    'file.moved': {
      message: FileMovedSchema,
      consumers: ['chat'],
      example: { userId: '018f3a3e-0000-7000-8000-000000000001', from: 'w/Notes/a.md', to: 'w/Archive/a.md' },
    },
    'file.trashed': {
      message: FileTrashedSchema,
      consumers: ['chat'],
      example: { userId: '018f3a3e-0000-7000-8000-000000000001', address: 'w/Notes/a.md' },
    },
  },
} as const satisfies Topic;
