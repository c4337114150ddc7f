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
import { AppCalls } from './tools/app-calls.js';
import { AppsRpc } from './tools/apps.rpc.js';
import { AppToolsController } from './tools/app-tools.controller.js';
import { ToolsService } from './tools/tools.service.js';
import { UsedKeys } from './tools/used-keys.repository.js';

@Module({
  controllers: [AppClientsController, AppToolsController, ConnectionsController, DriveController, NotionController],
  providers: [
    { provide: CONNECTIONS_CONFIG, useFactory: () => loadConnectionsConfig() },
    AccessTokens,
    AppCalls,
    AppClientsRepository,
    AppClientsService,
    AppFetch,
    AppsRpc,
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
    ToolsService,
    UsedKeys,
  ],
})
export class ConnectionsModule {}
