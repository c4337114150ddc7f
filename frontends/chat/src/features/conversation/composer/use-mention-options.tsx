import { FileText, Folder, MessageSquare, Wrench } from 'lucide-react';
import {
  MAX_OPTIONS,
  MENTION,
  useFileOptions,
  useToolOptions,
  type FileOption,
  type PickOption,
} from '@zo/web/mentions';
import { nameOf, parentOf } from '@zo/web/paths';
import { useRecentChatsQuery } from '@zo/web/store';
import type { ChatRef, ListedTool } from '../../../api/types';
import { TEXT } from '../../../messages';

/** What '@' offers. */
export type MentionOption =
  | { readonly kind: 'file'; readonly file: FileOption }
  | { readonly kind: 'tool'; readonly tool: ListedTool }
  | { readonly kind: 'chat'; readonly chat: ChatRef };

const MAX_CHATS = 3;
const MAX_TITLE = 200;

interface MentionOptions {
  /** Undefined: no mention is being written. */
  query: string | undefined;
  /** The chat that is being written in. */
  chatId: string;
  /** The built-in helper only knows files. */
  filesOnly: boolean;
}

export function useMentionOptions({ query, chatId, filesOnly }: MentionOptions) {
  const files = useFileOptions(query);
  // In a folder, only what is in it.
  const others = query !== undefined && !filesOnly && !query.includes('/');
  const tools = useToolOptions(others ? query : undefined);
  const { currentData: chats = [] } = useRecentChatsQuery(query?.trim().slice(0, MAX_TITLE) || undefined, {
    skip: !others,
  });
  const talked = others ? chats.filter(({ id, title }) => title && id !== chatId).slice(0, MAX_CHATS) : [];
  const options: MentionOption[] = [
    ...files.options
      .slice(0, MAX_OPTIONS - tools.length - talked.length)
      .map((file): MentionOption => ({ kind: 'file', file })),
    ...tools.map((tool): MentionOption => ({ kind: 'tool', tool })),
    ...talked.map(({ id, title }): MentionOption => ({ kind: 'chat', chat: { id, title: title! } })),
  ];
  return { options, note: options.length || query === '' ? MENTION.title : files.note };
}

export function pickOptionOf(option: MentionOption): PickOption {
  switch (option.kind) {
    case 'file': {
      const { file } = option;
      return {
        key: `${file.root}/${file.path.join('/')}`,
        icon: file.isDirectory ? <Folder /> : <FileText />,
        label: nameOf(file),
        hint: parentOf(file).path.join(' / ') || nameOf(parentOf(file)),
      };
    }
    case 'tool':
      return { key: `tool ${option.tool.slug}`, icon: <Wrench />, label: option.tool.title, hint: MENTION.tool };
    case 'chat':
      return { key: `chat ${option.chat.id}`, icon: <MessageSquare />, label: option.chat.title, hint: TEXT.chat };
  }
}
