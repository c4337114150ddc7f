import { visible } from '@zo/proto/hidden-text';
import { Wrench } from 'lucide-react';
import { useContext, useState } from 'react';
import { cn, Popover } from '@zo/web/ui';
import { TEXT } from '../../../messages';
import { CallsContext } from './answer-context';

/** CH-12: the badge of a tool; it opens the arguments with which the answer used the tool. */
export function ToolMention({ slug }: { slug: string }) {
  const calls = useContext(CallsContext).filter(({ tool }) => tool === slug);
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={TEXT.toolArguments(slug)}
      align="start"
      className="w-80 p-3"
      trigger={
        <button
          type="button"
          className={cn(
            'inline-flex h-6 max-w-full items-center gap-1.5 rounded-md bg-accent-soft',
            'px-2 align-bottom text-sm font-medium text-accent-text',
          )}
        >
          <Wrench aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">{slug}</span>
        </button>
      }
    >
      <div className="flex max-h-60 flex-col gap-2 overflow-y-auto text-sm">
        {calls.length === 0 ? <p className="text-text-2">{TEXT.toolUnused}</p> : null}
        {calls.map(({ call_id, args }) => (
          <pre
            key={call_id}
            className={cn(
              'rounded-md bg-surface-2 px-2.5 py-2 font-mono text-xs',
              'leading-[18px] break-words whitespace-pre-wrap',
            )}
          >
            {visible(JSON.stringify(args, null, 2) ?? '')}
          </pre>
        ))}
      </div>
    </Popover>
  );
}
