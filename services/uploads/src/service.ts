import type { ServiceDefinition } from '@zo/bootstrap';
import { Uploads1767000000000 } from './db/1767000000000-uploads.js';
import { NoInbox1767300000000 } from './db/1767300000000-no-inbox.js';
import { UsedUploads1771100200000 } from './db/1771100200000-used-uploads.js';
import { Chunk, Upload } from './sessions/upload.entity.js';
import { UploadsModule } from './uploads.module.js';

export const uploads: ServiceDefinition = {
  name: 'uploads',
  module: UploadsModule,
  entities: [Upload, Chunk],
  migrations: [Uploads1767000000000, NoInbox1767300000000, UsedUploads1771100200000],
};
