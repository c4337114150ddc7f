import { Module } from '@nestjs/common';
import { CHAT_CONFIG, loadChatConfig } from './config.js';
import { ConversationsController } from './origins/chat/conversations/conversations.controller.js';
import { ChatImportsController, importProviders } from './origins/chat/imports/index.js';
import { ConversationsRepository } from './origins/chat/conversations/conversations.repository.js';
import { ConversationsService } from './origins/chat/conversations/conversations.service.js';
import { FilesConsumer } from './origins/chat/conversations/files.consumer.js';
import { AllowancesController } from './allowances/allowances.controller.js';
import { AllowancesRepository } from './allowances/allowances.repository.js';
import { AllowancesService } from './allowances/allowances.service.js';
import { Purse } from './allowances/purse.js';
import { RunCost } from './runs/gate/run-cost.js';
import { RunAllowance } from './runs/gate/run-allowance.js';
import { Approvals } from './runs/gate/approvals.js';
import { CallPicturesRepository } from './runs/store/call-pictures.repository.js';
import { CommandWayOut } from './runs/gate/command-way-out.js';
import { RecordedCommands } from './runs/gate/recorded-commands.js';
import { Gate } from './runs/gate/gate.js';
import { TrustModesController } from './trust-modes/trust-modes.controller.js';
import { TrustModesRepository } from './trust-modes/trust-modes.repository.js';
import { TrustModesService } from './trust-modes/trust-modes.service.js';
import { GrantedHostsController } from './grants/granted-hosts.controller.js';
import { GrantedHostsRepository } from './grants/granted-hosts.repository.js';
import { GrantedHostsService } from './grants/granted-hosts.service.js';
import { HostQuestions } from './runs/gate/host-questions.js';
import { RunLaterQuestions } from './runs/gate/run-later-questions.js';
import { LedgerRepository } from './runs/store/ledger.repository.js';
import { Live } from './origins/chat/live.js';
import { AgentLoop } from './runs/loop/agent-loop.js';
import { RunPreparer } from './runs/loop/run-preparer.js';
import { Surroundings } from './runs/loop/surroundings.js';
import { MessagesController } from './origins/chat/messages/messages.controller.js';
import { MessagesRepository } from './origins/chat/messages/messages.repository.js';
import { MessagesService } from './origins/chat/messages/messages.service.js';
import { MemoryController } from './memory/memory.controller.js';
import { MemoryRepository } from './memory/memory.repository.js';
import { MemoryService } from './memory/memory.service.js';
import { ShelfReader } from './memory/shelf-reader.js';
import { ConnectedModels } from './models/connected-models.js';
import { ModelsController } from './models/models.controller.js';
import { ModelsService } from './models/models.service.js';
import { PlansController } from './models/plans.controller.js';
import { PlansRepository } from './models/plans.repository.js';
import { Plans } from './models/plans.service.js';
import { ProvidersRepository } from './models/providers.repository.js';
import { ProviderSharesController } from './models/provider-shares.controller.js';
import { ProviderSharesRepository } from './models/provider-shares.repository.js';
import { ProviderSharesService } from './models/provider-shares.service.js';
import { SecretBox } from './models/secret-box.js';
import { MediaModelsController } from './media/media-models.controller.js';
import { MediaModelsRepository } from './media/media-models.repository.js';
import { MediaModelsService } from './media/media-models.service.js';
import { VideoOrders } from './media/video-orders.js';
import { VideoOrdersRepository } from './media/video-orders.repository.js';
import { DictationService } from './media/dictation.service.js';
import { SearchUses } from './search/search-uses.js';
import { MediaUses } from './media/media-uses.js';
import { TranscribeController } from './media/transcribe.controller.js';
import { TranscribeService } from './media/transcribe.service.js';
import { McpServersController } from './mcp/mcp-servers.controller.js';
import { McpServersRepository } from './mcp/mcp-servers.repository.js';
import { McpServersService } from './mcp/mcp-servers.service.js';
import { WebSearchController } from './search/web-search.controller.js';
import { WebSearchRepository } from './search/web-search.repository.js';
import { WebSearchService } from './search/web-search.service.js';
import { EventWriter } from './runs/store/event-writer.js';
import { LostCalls } from './runs/control/lost-calls.js';
import { Resumer } from './runs/control/resumer.js';
import { RunsController } from './runs/control/runs.controller.js';
import { RunsRepository } from './runs/store/runs.repository.js';
import { RunsService } from './runs/control/runs.service.js';
import { Retention } from './runs/control/retention.js';
import { Leases } from './runs/control/leases.js';
import { RunExecutor } from './runs/control/run-executor.js';
import { RunFinisher } from './runs/control/run-finisher.js';
import { Receipts } from './runs/control/receipts.js';
import { RunNews } from './runs/control/run-news.js';
import { RunSupervisor } from './runs/control/run-supervisor.js';
import { UserSlots } from './runs/control/user-slots.js';
import { ToolExecutor } from './runs/gate/tool-executor.js';
import { Snapshots } from './runs/ports/snapshots.js';
import { RunBudget } from './runs/gate/run-budget.js';
import { SpendingLimits } from './runs/ports/spending-limit.js';
import { Zofiles } from './runs/ports/zofiles.js';
import { RunPorts } from './runs/ports/run-ports.js';
import { tools } from './tools/manifest.js';
import { ToolRegistry } from './tools/tool-registry.js';
import { ToolsController } from './tools/tools.controller.js';
import { Origins } from './runs/ports/origin.js';
import { RunChannels } from './runs/store/run-channels.js';
import { ParkingRepository } from './runs/store/parking.repository.js';
import { RunStore } from './runs/store/run-store.js';
import { FollowUps } from './runs/ports/follow-ups.js';
import { RunInputsRepository } from './runs/store/run-inputs.repository.js';
import { Compaction } from './runs/loop/compaction.js';
import { SideRequests } from './runs/loop/side-request.js';
import { Steering } from './runs/loop/steering.js';
import { SharedChatsController, SharesController } from './origins/chat/shares/shares.controller.js';
import { SharesService } from './origins/chat/shares/shares.service.js';
import { QueueController } from './origins/chat/queue/queue.controller.js';
import { QueueService } from './origins/chat/queue/queue.service.js';
import { AskZo } from './origins/mcp/ask-zo.js';
import { ChatTools } from './origins/mcp/chat-tools.js';
import { FileTools } from './origins/mcp/file-tools.js';
import { McpController } from './origins/mcp/mcp.controller.js';
import { McpServers } from './origins/mcp/mcp-servers.js';
import { McpSlots } from './origins/mcp/mcp-slots.js';
import { RunFollower } from './origins/mcp/run-follower.js';
import { DueConsumer } from './origins/schedule/due.consumer.js';
import { ScheduledRuns } from './origins/schedule/scheduled-runs.js';
import { ScheduleOrigin } from './origins/schedule/schedule.origin.js';
import { MessageOrigins } from './origins/message/message.origin.js';
import { messageProviders } from './origins/message/providers.js';
import { ReceivedConsumer } from './origins/message/received.consumer.js';
import { Apps } from './tools/apps.js';
import { Machines } from './tools/machines/machines.js';
import { Schedules } from './runs/ports/schedules.js';
import { RunStarter } from './runs/start-run.js';
import { ApiOrigin } from './origins/chat/api.origin.js';
import { ChatOrigin } from './origins/chat/chat.origin.js';
import { ChatOrigins } from './origins/chat/chat-origins.js';
import { ChatStore } from './origins/chat/chat-store.js';
import { FilesInView } from './origins/chat/messages/files-in-view.js';
import { Exchanges } from './origins/chat/messages/exchanges.js';
import { ProvenanceRepository } from './origins/chat/provenance/provenance.repository.js';
import { ProvenanceService } from './origins/chat/provenance/provenance.service.js';
import { RunStream } from './runs/control/run-stream.js';
import { SubRuns } from './runs/gate/sub-runs.js';
import { SubRunOrigin } from './runs/sub-runs/sub-run.origin.js';
import { SubRunFollower } from './runs/sub-runs/sub-run-follower.js';
import { SubRunsRepository } from './runs/sub-runs/sub-runs.repository.js';
import { Undo } from './runs/control/undo.js';
import { ZofilesConsumer } from './runs/control/zofiles.consumer.js';
import { RoutineRunsController } from './origins/chat/routines/routine-runs.controller.js';
import { routineProviders } from './origins/chat/routines/providers.js';
import { RunWorker } from './runs/control/worker.js';
import { scriptProviders } from './runs/scripts/providers.js';

@Module({
  controllers: [
    ChatImportsController,
    ConversationsController,
    MessagesController,
    QueueController,
    SharesController,
    SharedChatsController,
    RunsController,
    ModelsController,
    ProviderSharesController,
    WebSearchController,
    MediaModelsController,
    TranscribeController,
    ToolsController,
    GrantedHostsController,
    TrustModesController,
    MemoryController,
    AllowancesController,
    PlansController,
    McpController,
    McpServersController,
    FilesConsumer,
    ZofilesConsumer,
    DueConsumer,
    ReceivedConsumer,
    RoutineRunsController,
  ],
  providers: [
    ...routineProviders,
    ...scriptProviders,
    { provide: CHAT_CONFIG, useFactory: () => loadChatConfig() },
    AgentLoop,
    AllowancesRepository,
    AllowancesService,
    ApiOrigin,
    Approvals,
    AskZo,
    CallPicturesRepository,
    ChatOrigin,
    ChatOrigins,
    ChatStore,
    ChatTools,
    CommandWayOut,
    RecordedCommands,
    Compaction,
    ConnectedModels,
    ...importProviders,
    ConversationsRepository,
    ConversationsService,
    DictationService,
    Retention,
    EventWriter,
    Exchanges,
    FileTools,
    FilesInView,
    FollowUps,
    Gate,
    GrantedHostsRepository,
    GrantedHostsService,
    HostQuestions,
    RunLaterQuestions,
    RunPorts,
    RunPreparer,
    Leases,
    LedgerRepository,
    Live,
    McpServers,
    McpServersRepository,
    McpServersService,
    McpSlots,
    MediaModelsRepository,
    MediaModelsService,
    MediaUses,
    SearchUses,
    MemoryRepository,
    MemoryService,
    ...messageProviders,
    MessagesRepository,
    MessagesService,
    ModelsService,
    Origins,
    ParkingRepository,
    ProvenanceRepository,
    ProvenanceService,
    Plans,
    PlansRepository,
    ProviderSharesRepository,
    ProviderSharesService,
    ProvidersRepository,
    Purse,
    QueueService,
    Receipts,
    LostCalls,
    Resumer,
    RunChannels,
    RunExecutor,
    RunFinisher,
    RunFollower,
    RunInputsRepository,
    RunNews,
    RunStarter,
    RunStore,
    RunStream,
    RunSupervisor,
    RunWorker,
    RunsRepository,
    RunsService,
    WebSearchRepository,
    WebSearchService,
    ScheduledRuns,
    ScheduleOrigin,
    Apps,
    Machines,
    Schedules,
    SecretBox,
    SharesService,
    Snapshots,
    SpendingLimits,
    ShelfReader,
    SideRequests,
    Steering,
    SubRunFollower,
    SubRunOrigin,
    SubRuns,
    SubRunsRepository,
    Surroundings,
    ToolExecutor,
    TranscribeService,
    TrustModesRepository,
    TrustModesService,
    { provide: ToolRegistry, useFactory: () => new ToolRegistry(tools) },
    Undo,
    UserSlots,
    VideoOrders,
    VideoOrdersRepository,
    Zofiles,
  ],
})
export class ChatModule {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    { origins, limits }: RunPorts,
    { chat, api }: ChatOrigins,
    followUps: FollowUps,
    queue: QueueService,
    subRuns: SubRuns,
    parts: SubRunOrigin,
    follower: SubRunFollower,
    purse: Purse,
    schedule: ScheduleOrigin,
    { email, sms }: MessageOrigins,
  ) {
    for (const origin of [chat, api, schedule, email, sms, parts]) origins.register(origin);
    subRuns.follow = (at, call, task) => follower.follow(at, call, task);
    for (const { name } of [chat, api, schedule, email, sms])
      followUps.register(name, (ctx, threadId) => queue.startNext(ctx, threadId));
    limits.register((run, { spent }) => new RunBudget(run.budget, spent));
    limits.register((run, { model }) => new RunAllowance(purse, run, model));
    limits.register((run, by) => new RunCost(run, by));
  }
}
