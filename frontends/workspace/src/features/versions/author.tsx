import { Bot, CircleHelp, SquareTerminal, User } from 'lucide-react';
import { Link } from '@zo/web/router';
import { useChatsByFileQuery } from '@zo/web/store';
import { fileHref, pathKey, type Location } from '@zo/web/paths';
import { cn } from '@zo/web/ui';
import type { FileVersion } from '@zo/web/api';

type Authored = Pick<FileVersion, 'author' | 'conversationId'>;

const ICON = { user: User, assistant: Bot, terminal: SquareTerminal, unknown: CircleHelp };
const TONE = {
  user: 'bg-accent-soft text-accent-text',
  assistant: 'bg-accent text-on-accent',
  terminal: 'bg-surface-3 text-text-2',
  unknown: 'bg-surface-3 text-text-2',
};
const NAME = { user: 'You', assistant: 'Zo', terminal: 'Terminal', unknown: 'Unknown' };

/** The title of the chat in which the assistant changed the file, if the chat still exists. */
export function useChatTitle(location: Location, { conversationId }: Authored): string | undefined {
  const { data: chats } = useChatsByFileQuery(pathKey(location), { skip: !conversationId });
  const chat = chats?.find(({ id }) => id === conversationId);
  return chat && (chat.title || 'No Title');
}

export function AuthorIcon({ author }: Authored) {
  const Icon = ICON[author];
  return (
    <span className={cn('flex size-6 shrink-0 items-center justify-center rounded-full', TONE[author])}>
      <Icon aria-hidden className="size-3.5" />
    </span>
  );
}

/** Who made a version: 'You', 'Zo in “Packing”', 'Terminal', 'Unknown'. `linked`: the chat can be opened. */
export function AuthorName({ location, version, linked }: { location: Location; version: Authored; linked?: boolean }) {
  const title = useChatTitle(location, version);
  if (title === undefined) return NAME[version.author];
  return (
    <>
      {NAME[version.author]} in{' '}
      {linked ? (
        <Link
          to={`${fileHref(location)}?chat=${version.conversationId}&chat_view=sidebar`}
          className="rounded-md font-medium text-accent-text hover:underline"
        >
          “{title}”
        </Link>
      ) : (
        `“${title}”`
      )}
    </>
  );
}
