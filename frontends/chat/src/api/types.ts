/** Types of the chat's endpoints, from the API description. */
import type { Asked, Attachment, Conversation } from '@zo/web/api';

export type {
  ActiveRun,
  ApprovalText,
  Attachment,
  ChatRef,
  ContextKind,
  ContextReceipt,
  ConversationData,
  FileRef,
  ListedSkill,
  ListedTool,
  Message,
  ModelEntry,
  Part,
  Preference,
  QueuedMessage,
  Reasoning,
  Receipt,
  RunEvents,
  RunStatus,
  Sent,
  ShownFile,
  ToolPart,
  ToolResult,
  ToolState,
  Undone,
  WebSource,
} from '@zo/web/api';
export type ListedConversation = Conversation;
export type QueueBody = Pick<SendBody, 'id' | 'text' | 'files' | 'attachments' | 'chats'>;
export type SendBody = Omit<Asked<'Messages.send'>, 'attachments'> & { attachments?: Attachment[] };
