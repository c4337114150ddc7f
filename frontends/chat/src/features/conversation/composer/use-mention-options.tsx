import { FileText, Folder, MessageSquare, Wrench } from 'lucide-react';
import { MENTION, useFileOptions, type FileOption, type PickOption } from '@zo/web/mentions';
import { nameOf, parentOf } from '@zo/web/paths';
import { useRecentChatsQuery } from '@zo/web/store';
import { useToolsQuery } from '../../../api/mentions.endpoints';
import type { ChatRef, ListedTool } from '../../../api/types';
import { TEXT } from '../../../messages';

/** What '@' offers. */
export type MentionOption =
  | { readonly kind: 'file'; readonly file: FileOption }
  | { readonly kind: 'tool'; readonly tool: ListedTool }
  | { readonly kind: 'chat'; readonly chat: ChatRef };

const MAX_OPTIONS = 10;
const MAX_OTHERS = 3;
const MAX_TITLE = 200;

/** Tools whose name or slug contains the words: those that start with them first. */
export function toolsFor(tools: readonly ListedTool[], query: string): ListedTool[] {
  const words = query.trim().toLowerCase();
  const named = ({ slug, title }: ListedTool) => [title.toLowerCase(), slug.toLowerCase()];
  const found = tools.filter((tool) => named(tool).some((name) => name.includes(words)));
  const rank = (tool: ListedTool) => (named(tool).some((name) => name.startsWith(words)) ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

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
  const { data: tools = [] } = useToolsQuery(undefined, { skip: !others });
  const { currentData: chats = [] } = useRecentChatsQuery(query?.trim().slice(0, MAX_TITLE) || undefined, {
    skip: !others,
  });
  const named = others ? toolsFor(tools, query).slice(0, MAX_OTHERS) : [];
  const talked = others ? chats.filter(({ id, title }) => title && id !== chatId).slice(0, MAX_OTHERS) : [];
  const options: MentionOption[] = [
    ...files.options
      .slice(0, MAX_OPTIONS - named.length - talked.length)
      .map((file): MentionOption => ({ kind: 'file', file })),
    ...named.map((tool): MentionOption => ({ kind: 'tool', tool })),
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
      return { key: `tool ${option.tool.slug}`, icon: <Wrench />, label: option.tool.title, hint: TEXT.tool };
    case 'chat':
      return { key: `chat ${option.chat.id}`, icon: <MessageSquare />, label: option.chat.title, hint: TEXT.chat };
  }
}
