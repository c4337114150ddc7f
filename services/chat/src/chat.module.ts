import { Module } from '@nestjs/common';
import { CHAT_CONFIG, loadChatConfig } from './config.js';
import { ConversationsController } from './conversations/conversations.controller.js';
import { ConversationsRepository } from './conversations/conversations.repository.js';
import { ConversationsService } from './conversations/conversations.service.js';
import { FilesConsumer } from './conversations/files.consumer.js';
import { Approvals } from './gate/approvals.js';
import { Gate } from './gate/gate.js';
import { LedgerRepository } from './gate/ledger.repository.js';
import { Live } from './live.js';
import { AgentLoop } from './loop/agent-loop.js';
import { JobMaker } from './loop/job-maker.js';
import { MessagesController } from './messages/messages.controller.js';
import { MessagesRepository } from './messages/messages.repository.js';
import { MessagesService } from './messages/messages.service.js';
import { ConnectedModels } from './models/connected-models.js';
import { ModelsController } from './models/models.controller.js';
import { ModelsService } from './models/models.service.js';
import { ProvidersRepository } from './models/providers.repository.js';
import { SecretBox } from './models/secret-box.js';
import { EventWriter } from './runs/event-writer.js';
import { Resumer } from './runs/resumer.js';
import { RunsController } from './runs/runs.controller.js';
import { RunsRepository } from './runs/runs.repository.js';
import { RunsService } from './runs/runs.service.js';
import { RunStream } from './runs/run-stream.js';
import { Undo } from './runs/undo.js';
import { RunWorker } from './runs/worker.js';

@Module({
  controllers: [ConversationsController, MessagesController, RunsController, ModelsController, FilesConsumer],
  providers: [
    { provide: CHAT_CONFIG, useFactory: () => loadChatConfig() },
    AgentLoop,
    Approvals,
    ConnectedModels,
    ConversationsRepository,
    ConversationsService,
    EventWriter,
    Gate,
    JobMaker,
    LedgerRepository,
    Live,
    MessagesRepository,
    MessagesService,
    ModelsService,
    ProvidersRepository,
    Resumer,
    RunStream,
    RunWorker,
    RunsRepository,
    RunsService,
    SecretBox,
    Undo,
  ],
})
export class ChatModule {}
