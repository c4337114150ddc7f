import { Download, FileX2 } from 'lucide-react';
import { rawHref, type Location } from '@zo/web/paths';
import { Button, EmptyState } from '@zo/web/ui';
import { UNREADABLE } from './messages';
import type { Problem } from './use-loaded';

interface UnreadableProps {
  location: Location;
  /** The kind of the file, as in 'This document is damaged'. */
  noun: string;
  problem: Problem;
  onRetry: () => void;
}

/** FV-02: why a file cannot be shown, and what the user can do. */
export function Unreadable({ location, noun, problem, onRetry }: UnreadableProps) {
  const { title, hint } = UNREADABLE[problem];
  return (
    <EmptyState
      tone="bad"
      icon={<FileX2 />}
      title={title(noun)}
      action={
        problem === 'unreachable' ? (
          <Button onClick={onRetry}>Try again</Button>
        ) : (
          <Button asChild>
            <a href={rawHref(location, { download: true })} target="_blank" rel="noopener">
              <Download />
              Download
            </a>
          </Button>
        )
      }
    >
      {hint}
    </EmptyState>
  );
}
