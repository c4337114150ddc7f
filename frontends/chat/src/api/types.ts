/** Shapes of the chat's answers. */
export type ToolResult =
  | { type: 'text'; text: string }
  | { type: 'list'; items: string[] }
  | { type: 'file_ref'; path: string; media_type: string; label: string }
  | { type: 'binary'; media_type: string; data: string }
  | { type: 'error'; message: string; code?: string };

export type ToolState = 'pending' | 'approval' | 'running' | 'done' | 'error' | 'denied';

export interface ToolPart {
  type: 'tool';
  call_id: string;
  tool: string;
  args: unknown;
  state: ToolState;
  result?: ToolResult;
  /** Output of a command while it runs. */
  output?: string;
  started_at?: string;
  duration_ms?: number;
  approval?: { id: string; reason: string };
}

export type Part = { type: 'text'; text: string } | { type: 'reasoning'; text: string } | ToolPart;
export type RunStatus = 'running' | 'waiting' | 'complete' | 'stopped' | 'failed' | 'interrupted';

export interface Receipt {
  files: { root: 'w' | 's'; path: string[]; change: 'created' | 'modified' | 'deleted' }[];
  commands: string[];
  tokens: { input: number; output: number; total: number };
  duration_ms: number;
  undo: 'available' | 'done' | 'none';
}

export interface FileRef {
  id: string;
  path: string;
}

export interface Attachment {
  id: string;
  kind: 'text';
  title: string;
  content: string;
  lineCount: number;
  charCount: number;
  createdAt: string;
}

export interface Message {
  id: string;
  parent_id: string | null;
  role: 'user' | 'assistant';
  created_at: string;
  parts: Part[];
  model?: string;
  run_id?: string;
  status?: RunStatus;
  error?: string;
  siblings?: { ids: string[]; index: number };
  files?: FileRef[];
  attachments?: Attachment[];
  receipt?: Receipt;
}

export interface ActiveRun {
  id: string;
  message_id: string;
  status: RunStatus;
  /** Last event the parts of its message contain. */
  seq: number;
}

export interface ConversationData {
  id: string;
  user_id: string;
  created_at: string;
  updated_at: string;
  title: string | null;
  running: boolean;
  messages: Message[];
  usage: { total_tokens: number };
  active_run?: ActiveRun;
  has_more: boolean;
}

export interface ListedConversation {
  id: string;
  created_at: string;
  updated_at: string;
  title: string | null;
  running: boolean;
}

export interface SendBody {
  text: string;
  parent_id?: string | null;
  files?: FileRef[];
  attachments?: Attachment[];
  model?: string;
}

export interface Sent {
  conversation_id: string;
  message_id: string;
  run_id: string;
  assistant_message_id: string;
}

export type Reasoning =
  | { kind: 'levels'; levels: { value: string; label: string }[] }
  | { kind: 'token_budget'; min_tokens: number; max_tokens: number };

export interface ModelEntry {
  value: string;
  slug: string;
  label: string;
  description: string;
  type: 'fast' | 'other';
  priority: number;
  vendor_slug: 'openai' | 'anthropic' | 'google' | 'x' | null;
  knowledge_cutoff_date: string | null;
  context_window: number | null;
  features: { extend_reasoning: boolean; control_verbosity: boolean };
  meter: string[];
  reasoning: Reasoning | null;
  provider_id: string | null;
  provider_label?: string;
  helper?: boolean;
  /** Closed to this person's plan. */
  subscribers_only?: boolean;
}

export interface Preference {
  value: string | null;
  reasoning?: { kind: 'level'; level: string } | { kind: 'budget_tokens'; tokens: number };
  verbosity?: 'low' | 'medium' | 'high';
}

export interface Undone {
  restored: { root: 'w' | 's'; path: string[]; change: 'restored' | 'removed' }[];
  kept: { root: 'w' | 's'; path: string[]; reason: string }[];
}
