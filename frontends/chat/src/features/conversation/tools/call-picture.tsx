import { useState } from 'react';
import { cn } from '@zo/web/ui';
import type { ToolPart } from '../../../api/types';
import { describeCall } from './describe-call';

/** The screenshot that a call has answered, under its row: the top of it, or all of it after a click. */
export function CallPicture({ part }: { part: ToolPart }) {
  const [isWhole, setIsWhole] = useState(false);
  const [isGone, setIsGone] = useState(false);
  const picture = part.result?.type === 'text' ? part.result.picture : undefined;
  if (!picture || isGone) return null;
  const { run_id, id, width, height } = picture;
  return (
    <button
      type="button"
      aria-expanded={isWhole}
      aria-label={isWhole ? 'Show less of the screenshot' : 'Show the whole screenshot'}
      onClick={() => setIsWhole(!isWhole)}
      className={cn(
        'mt-1 mb-2 block w-full overflow-hidden rounded-lg border border-line-1 bg-surface-2',
        isWhole ? 'max-w-full' : 'max-w-96',
      )}
    >
      <img
        src={`/api/runs/${run_id}/pictures/${id}`}
        alt={`Screenshot of ${describeCall(part).code ?? 'a page'}`}
        width={width}
        height={height}
        loading="lazy"
        onError={() => setIsGone(true)}
        className={isWhole ? 'h-auto w-full' : 'h-56 w-full object-cover object-top'}
      />
    </button>
  );
}
