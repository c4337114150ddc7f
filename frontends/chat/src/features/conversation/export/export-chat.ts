import { problemFromResponse } from '@zo/web/store';
import type { ConversationData } from '../../../api/types';
import { chatJson, chatMarkdown, type ExportedChat, fileNameOf } from './chat-text';

export type ExportKind = 'markdown' | 'json';

const PAGE = 200;

/** Downloads a chat as a file: the shown branch as Markdown, or all branches as JSON. @throws Problem */
export async function exportChat(id: string, kind: ExportKind): Promise<void> {
  const chat = await readWhole(id, kind === 'json' ? 'all' : 'shown');
  const [text, type, ending] =
    kind === 'json' ? [chatJson(chat), 'application/json', 'json'] : [chatMarkdown(chat), 'text/markdown', 'md'];
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileNameOf(chat.title, ending);
  link.click();
  URL.revokeObjectURL(address);
}

type Branches = 'shown' | 'all';

/** Reads all pages; the store holds only what was scrolled to. */
async function readWhole(id: string, branches: Branches): Promise<ExportedChat> {
  const chat = await readPage(id, branches);
  for (let page = chat; page.has_more && page.messages.length > 0;) {
    page = await readPage(id, branches, page.messages[0]!.id);
    chat.messages.unshift(...page.messages);
  }
  return chat;
}

async function readPage(id: string, branches: Branches, before?: string): Promise<ConversationData> {
  const query = new URLSearchParams({ limit: String(PAGE), branches, ...(before && { before }) });
  const response = await fetch(`/api/conversations/${id}?${query.toString()}`);
  if (!response.ok) throw await problemFromResponse(response);
  return (await response.json()) as ConversationData;
}
