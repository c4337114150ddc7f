import { CornerUpLeft, Mail, MessageSquareText, Send, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate } from '@zo/web/format';
import { cn } from '@zo/web/ui';
import type { Letter } from '../../api/channels.endpoints';
import { OUTBOX, STATES, stateWords } from './messages';

const ICONS: Readonly<Record<Letter['channel'], ReactNode>> = {
  email: <Mail />,
  sms: <MessageSquareText />,
  push: <Smartphone />,
  telegram: <Send />,
};
const TONES = { quiet: 'text-text-2', good: 'text-good', warn: 'text-warn', bad: 'text-bad' } as const;

export function StateWords({ letter }: { letter: Letter }) {
  const tone = STATES[letter.state][1];
  return (
    <span className={cn('flex items-center gap-1.5 text-xs', TONES[tone])}>
      <span
        aria-hidden
        className={cn('size-2 shrink-0 rounded-full', tone === 'quiet' ? 'border border-current' : 'bg-current')}
      />
      {stateWords(letter)}
    </span>
  );
}

interface LetterRowProps {
  letter: Letter;
  now: number;
  isOpen: boolean;
  onOpen: () => void;
}

/** One message of the list. */
export function LetterRow({ letter, now, isOpen, onOpen }: LetterRowProps) {
  const { channel, direction, peer, subject, preview, answers_id, created_at } = letter;
  return (
    <li>
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={onOpen}
        className={cn(
          'flex w-full gap-3 rounded-lg px-3 py-2 text-left [&_svg]:size-4',
          isOpen ? 'bg-surface-4' : 'hover:bg-surface-2',
        )}
      >
        <span aria-hidden className="pt-0.5 text-text-2">
          {answers_id && direction === 'in' ? <CornerUpLeft /> : ICONS[channel]}
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className="min-w-0 flex-1 truncate text-base font-medium">
              {subject || preview || OUTBOX.noSubject}
            </span>
            <span className="shrink-0 text-xs text-text-2">{formatDate(Date.parse(created_at), now)}</span>
          </span>
          <span className="block truncate text-sm text-text-2">
            {direction === 'out' ? OUTBOX.to(peer) : OUTBOX.from(peer)}
          </span>
          <StateWords letter={letter} />
        </span>
      </button>
    </li>
  );
}
