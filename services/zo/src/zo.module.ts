import { Module } from '@nestjs/common';
import { ActiveController } from './active/active.controller.js';
import { ActiveRepository } from './active/active.repository.js';
import { ActiveService } from './active/active.service.js';
import { ZofilesController } from './zofiles/zofiles.controller.js';
import { ZofilesRepository } from './zofiles/zofiles.repository.js';
import { ZofilesService } from './zofiles/zofiles.service.js';

@Module({
  // In this order: `zofiles/active` is no id.
  controllers: [ActiveController, ZofilesController],
  providers: [ActiveRepository, ActiveService, ZofilesRepository, ZofilesService],
})
export class ZoModule {}
