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
  /** Said of a damaged file instead of the usual. */
  damaged?: { readonly title: string; readonly hint: string };
  onRetry: () => void;
}

/** FV-02: why a file cannot be shown, and what the user can do. */
export function Unreadable({ location, noun, problem, damaged, onRetry }: UnreadableProps) {
  const usual = { title: UNREADABLE[problem].title(noun), hint: UNREADABLE[problem].hint };
  const { title, hint } = (problem === 'damaged' && damaged) || usual;
  return (
    <EmptyState
      tone="bad"
      icon={<FileX2 />}
      title={title}
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
