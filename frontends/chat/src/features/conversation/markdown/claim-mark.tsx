import { CircleHelp } from 'lucide-react';
import { useContext, useState } from 'react';
import { cn, Popover } from '@zo/web/ui';
import { TEXT } from '../../../messages';
import { isBacked } from '../claims/backed';
import type { Act } from '../claims/claims';
import { ClaimsContext } from './answer-context';

/** A quiet mark behind a sentence that says something was done which no call of the answer did. */
export function ClaimMark({ raw }: { raw: string }) {
  const calls = useContext(ClaimsContext);
  const [open, setOpen] = useState(false);
  if (!calls) return null;
  const { act, paths } = JSON.parse(raw) as { act: Act; paths: string[] };
  if (isBacked(act, paths, calls)) return null;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={TEXT.claim.title}
      align="center"
      className="w-72 p-3"
      trigger={
        <button
          type="button"
          aria-label={TEXT.claim.title}
          className={cn(
            'ml-1 inline-flex size-5 items-center justify-center rounded-full align-text-bottom text-warn',
            'hover:bg-warn-soft data-[state=open]:bg-warn-soft pointer-coarse:size-6',
          )}
        >
          <CircleHelp aria-hidden className="size-3.5" />
        </button>
      }
    >
      <p className="text-sm font-medium">{TEXT.claim.title}</p>
      <p className="mt-1 text-sm text-text-2">{TEXT.claim.hint}</p>
    </Popover>
  );
}
