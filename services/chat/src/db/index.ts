import { Chat1767200000000 } from './1767200000000-chat.js';
import { FollowRun1767200100000 } from './1767200100000-follow-run.js';
import { InboxByAge1767400000000 } from './1767400000000-inbox-by-age.js';
import { AppendInOrder1767700000000 } from './1767700000000-append-in-order.js';
import { OriginsOfRuns1767800000000 } from './1767800000000-origins-of-runs.js';
import { ToolsOfRuns1767800100000 } from './1767800100000-tools-of-runs.js';
import { BudgetsOfRuns1767800200000 } from './1767800200000-budgets-of-runs.js';
import { SnapshotsOfRuns1767900000000 } from './1767900000000-snapshots-of-runs.js';
import { ShownFiles1767900100000 } from './1767900100000-shown-files.js';
import { ZofilesOfRuns1768000000000 } from './1768000000000-zofiles-of-runs.js';
import { WebSearch1768100000000 } from './1768100000000-web-search.js';
import { Labels1768200000000 } from './1768200000000-labels.js';
import { RunInputs1768300000000 } from './1768300000000-run-inputs.js';
import { GrantedHosts1768400000000 } from './1768400000000-granted-hosts.js';
import { TrustModes1768400100000 } from './1768400100000-trust-modes.js';
import { MediaModels1768500000000 } from './1768500000000-media-models.js';
import { ChatsOfMessages1768600000000 } from './1768600000000-chats-of-messages.js';
import { Pictures1768600100000 } from './1768600100000-pictures.js';
import { Shares1768600200000 } from './1768600200000-shares.js';
import { ContextOfSteps1768600300000 } from './1768600300000-context-of-steps.js';
import { Replies1768700000000 } from './1768700000000-replies.js';
import { SubRuns1768700100000 } from './1768700100000-sub-runs.js';
import { ParkedRuns1768700200000 } from './1768700200000-parked-runs.js';
import { DeniedTools1768700300000 } from './1768700300000-denied-tools.js';
import { Memory1769000000000 } from './1769000000000-memory.js';
import { MessagesOfPrograms1769100000000 } from './1769100000000-messages-of-programs.js';
import { McpServers1769100100000 } from './1769100100000-mcp-servers.js';
import { SharedProviders1769200000000 } from './1769200000000-shared-providers.js';
import { Allowances1769200100000 } from './1769200100000-allowances.js';
import { Plans1769200200000 } from './1769200200000-plans.js';
import { Videos1769200300000 } from './1769200300000-videos.js';
import { McpCommands1769500100000 } from './1769500100000-mcp-commands.js';
import { MediaPrices1769700000000 } from './1769700000000-media-prices.js';
import { PicturesOfCalls1769700100000 } from './1769700100000-pictures-of-calls.js';
import { PlacedFiles1769700200000 } from './1769700200000-placed-files.js';
import { SearchPrices1769800000000 } from './1769800000000-search-prices.js';
import { PlacesOfChats1769800100000 } from './1769800100000-places-of-chats.js';
import { RoutineRuns1769800200000 } from './1769800200000-routine-runs.js';
import { ScriptsOfRuns1770400000000 } from './1770400000000-scripts-of-runs.js';
import { Rehearsals1770400200000 } from './1770400200000-rehearsals.js';
import { AskedKinds1770500000000 } from './1770500000000-asked-kinds.js';
import { CachedTokensOfRuns1770700000000 } from './1770700000000-cached-tokens-of-runs.js';
import { RehearsalChats1771200000000 } from './1771200000000-rehearsal-chats.js';

export const migrations = [
  Chat1767200000000,
  FollowRun1767200100000,
  InboxByAge1767400000000,
  AppendInOrder1767700000000,
  OriginsOfRuns1767800000000,
  ToolsOfRuns1767800100000,
  BudgetsOfRuns1767800200000,
  SnapshotsOfRuns1767900000000,
  ShownFiles1767900100000,
  ZofilesOfRuns1768000000000,
  WebSearch1768100000000,
  Labels1768200000000,
  RunInputs1768300000000,
  GrantedHosts1768400000000,
  TrustModes1768400100000,
  MediaModels1768500000000,
  ChatsOfMessages1768600000000,
  Pictures1768600100000,
  Shares1768600200000,
  ContextOfSteps1768600300000,
  Replies1768700000000,
  SubRuns1768700100000,
  ParkedRuns1768700200000,
  DeniedTools1768700300000,
  Memory1769000000000,
  MessagesOfPrograms1769100000000,
  McpServers1769100100000,
  SharedProviders1769200000000,
  Allowances1769200100000,
  Plans1769200200000,
  Videos1769200300000,
  McpCommands1769500100000,
  MediaPrices1769700000000,
  PicturesOfCalls1769700100000,
  PlacedFiles1769700200000,
  SearchPrices1769800000000,
  PlacesOfChats1769800100000,
  RoutineRuns1769800200000,
  ScriptsOfRuns1770400000000,
  Rehearsals1770400200000,
  AskedKinds1770500000000,
  CachedTokensOfRuns1770700000000,
  RehearsalChats1771200000000,
];
