import { AllowanceRow, SpendingRow, SpentMonthRow } from '../allowances/allowance.entity.js';
import { GrantedHostRow } from '../grants/granted-host.entity.js';
import { CopyRow, JudgedRow, KeptRow } from '../memory/memory.entity.js';
import { PlanRow } from '../models/plan.entity.js';
import { PreferenceRow, ProviderRow } from '../models/provider.entity.js';
import { ProviderShareRow } from '../models/provider-share.entity.js';
import { Conversation, FileLink } from '../origins/chat/conversations/conversation.entity.js';
import { ShareRow } from '../origins/chat/shares/share.entity.js';
import { RoutineRunRow } from '../origins/chat/routines/routine-run.entity.js';
import { PictureRow } from '../origins/chat/messages/picture.entity.js';
import { Message } from '../origins/chat/messages/message.entity.js';
import { RunEventRow } from '../runs/store/run-event.entity.js';
import { RunStepRow } from '../runs/store/run-step.entity.js';
import { RunInputRow } from '../runs/store/run-input.entity.js';
import { RunRow } from '../runs/store/run.entity.js';
import { CallPictureRow } from '../runs/store/call-picture.entity.js';
import { ToolCallRow } from '../runs/store/tool-call.entity.js';
import { SubRunRow } from '../runs/sub-runs/sub-run.entity.js';
import { MediaModelRow, MediaUseRow } from '../media/media-model.entity.js';
import { VideoOrderRow } from '../media/video-order.entity.js';
import { SearchRow } from '../search/search.entity.js';
import { TrustModeRow } from '../trust-modes/trust-mode.entity.js';
import { McpServerRow } from '../mcp/mcp-server.entity.js';

export const entities = [
  Conversation,
  FileLink,
  Message,
  PictureRow,
  ShareRow,
  RunRow,
  RunEventRow,
  RunStepRow,
  RunInputRow,
  ToolCallRow,
  CallPictureRow,
  RoutineRunRow,
  SubRunRow,
  ProviderRow,
  ProviderShareRow,
  PreferenceRow,
  SearchRow,
  MediaModelRow,
  MediaUseRow,
  VideoOrderRow,
  GrantedHostRow,
  TrustModeRow,
  KeptRow,
  JudgedRow,
  CopyRow,
  PlanRow,
  AllowanceRow,
  SpendingRow,
  SpentMonthRow,
  McpServerRow,
];
