import { Separator } from 'react-resizable-panels';
import { cn } from './cn';

export { Group as PaneGroup, Panel, type Layout as PaneShares, type LayoutChangedMeta } from 'react-resizable-panels';

/** Separator between two panes: a thin line with a wide hit area, which the arrow keys move. */
export function PaneLine({ vertical }: { vertical?: boolean }) {
  return (
    <Separator
      aria-label={vertical ? 'Resize the panes above and below' : 'Resize the panes on both sides'}
      className={cn(
        'group relative z-10 bg-line-1 outline-offset-0 transition-colors',
        'data-[separator=active]:bg-accent data-[separator=hover]:bg-accent',
        vertical ? 'h-px w-full' : 'h-full w-px',
      )}
    />
  );
}
