import { Module } from '@nestjs/common';
import { SecretBox } from './apps/secret-box.js';
import { AppClientsController } from './clients/app-clients.controller.js';
import { AppClientsRepository } from './clients/app-clients.repository.js';
import { AppClientsService } from './clients/app-clients.service.js';
import { CONNECTIONS_CONFIG, loadConnectionsConfig } from './config.js';
import { AccessTokens } from './connections/access.service.js';
import { ConnectionsController } from './connections/connections.controller.js';
import { ConnectionsRepository } from './connections/connections.repository.js';
import { ConnectionsService } from './connections/connections.service.js';
import { DriveApi } from './drive/drive-api.js';
import { DriveController } from './drive/drive.controller.js';
import { DriveService } from './drive/drive.service.js';
import { ComputerFiles } from './import/computer-files.js';
import { NotionApi } from './notion/notion-api.js';
import { NotionController } from './notion/notion.controller.js';
import { NotionService } from './notion/notion.service.js';
import { Pictures } from './notion/pictures.js';
import { AppFetch } from './oauth/app-fetch.js';
import { OAuth } from './oauth/oauth.js';

@Module({
  controllers: [AppClientsController, ConnectionsController, DriveController, NotionController],
  providers: [
    { provide: CONNECTIONS_CONFIG, useFactory: () => loadConnectionsConfig() },
    AccessTokens,
    AppClientsRepository,
    AppClientsService,
    AppFetch,
    ComputerFiles,
    ConnectionsRepository,
    ConnectionsService,
    DriveApi,
    DriveService,
    NotionApi,
    NotionService,
    Pictures,
    OAuth,
    SecretBox,
  ],
})
export class ConnectionsModule {}
