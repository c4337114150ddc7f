import { Module } from '@nestjs/common';
import { loadUploadsConfig, UPLOADS_CONFIG } from './config.js';
import { ChunksService } from './sessions/chunks.service.js';
import { SingleService } from './sessions/single.service.js';
import { SizeLimit } from './sessions/size-limit.js';
import { UploadsController } from './sessions/uploads.controller.js';
import { UploadsRepository } from './sessions/uploads.repository.js';
import { UploadsService } from './sessions/uploads.service.js';

@Module({
  controllers: [UploadsController],
  providers: [
    { provide: UPLOADS_CONFIG, useFactory: () => loadUploadsConfig() },
    ChunksService,
    SingleService,
    SizeLimit,
    UploadsRepository,
    UploadsService,
  ],
})
export class UploadsModule {}
