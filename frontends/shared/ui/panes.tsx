import { Separator } from 'react-resizable-panels';

export { Group as PaneGroup, Panel, type Layout as PaneShares, type LayoutChangedMeta } from 'react-resizable-panels';

/** Separator between two panes: a thin line with a wide hit area. */
export function PaneLine({ vertical }: { vertical?: boolean }) {
  return (
    <Separator
      className={`group relative z-10 bg-line-1 outline-none transition-colors data-[separator=hover]:bg-accent data-[separator=active]:bg-accent focus-visible:bg-focus ${vertical ? 'h-px w-full' : 'h-full w-px'}`}
    />
  );
}
