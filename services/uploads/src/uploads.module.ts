import { Module } from '@nestjs/common';
import { ChunksService } from './sessions/chunks.service.js';
import { SingleService } from './sessions/single.service.js';
import { UploadsController } from './sessions/uploads.controller.js';
import { UploadsRepository } from './sessions/uploads.repository.js';
import { UploadsService } from './sessions/uploads.service.js';

@Module({ controllers: [UploadsController], providers: [ChunksService, SingleService, UploadsRepository, UploadsService] })
export class UploadsModule {}
