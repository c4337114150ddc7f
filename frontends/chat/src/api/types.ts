/** Types of the chat's endpoints, from the API description. */
import type { Asked, Attachment, Conversation } from '@zo/web/api';

export type {
  ActiveRun,
  Attachment,
  ConversationData,
  FileRef,
  Message,
  ModelEntry,
  Part,
  Preference,
  Reasoning,
  Receipt,
  RunEvents,
  RunStatus,
  Sent,
  ToolPart,
  ToolResult,
  ToolState,
  Undone,
} from '@zo/web/api';
export type ListedConversation = Conversation;
export type SendBody = Omit<Asked<'Messages.send'>, 'attachments'> & { attachments?: Attachment[] };
