import { ChevronDown, ChevronUp, Minus, MoveHorizontal, PanelLeft, Plus, Search } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { Button, cn, IconButton, Menu } from '@zo/web/ui';
import { formatNumber } from '@zo/web/format';
import type { Pages } from './use-pages';
import { CSS_UNITS, stepFrom, ZOOM_STEPS, type Zoom } from './use-zoom';

const FITS: readonly (readonly [Zoom, string])[] = [
  ['width', 'Fit width'],
  ['page', 'Fit page'],
];
const percent = (factor: number) => `${Math.round(factor * 100)} %`;

/** Number of the current page; typing another one and Enter goes there. */
function PageField({ page, count, onPage }: { page: number; count: number; onPage: (page: number) => void }) {
  const [typed, setTyped] = useState<string>();
  useEffect(() => setTyped(undefined), [page]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Math.round(Number(typed));
    if (typed && wanted >= 1) onPage(Math.min(count, wanted));
    setTyped(undefined);
  };
  return (
    <form onSubmit={submit} className="flex items-center gap-1.5 text-sm whitespace-nowrap text-text-2">
      <input
        aria-label="Page"
        inputMode="numeric"
        value={typed ?? String(page)}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 6))}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(undefined)}
        className={cn(
          'h-7 w-11 rounded-md border border-line-2 bg-surface-2 text-center',
          'text-sm text-text-1 tabular-nums outline-none',
          'focus-visible:border-focus pointer-coarse:h-11',
        )}
      />
      <span className="tabular-nums">of {formatNumber(count)}</span>
    </form>
  );
}

export interface PdfToolbarProps {
  pages: Pages;
  count: number;
  rail: boolean;
  onRail: () => void;
  /** Whether the find bar is open. */
  finding: boolean;
  onFind: () => void;
}

/** The toolbar above the pages. */
export function PdfToolbar({ pages, count, rail, onRail, finding, onFind }: PdfToolbarProps) {
  const { page, goTo, zoom, setZoom, scale } = pages;
  const line = <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-line-1 @max-md:hidden" />;
  return (
    <div
      role="toolbar"
      aria-label="PDF"
      className={cn(
        'relative flex h-10 shrink-0 items-center gap-0.5 border-b border-line-1 bg-surface-1 px-3',
        'pointer-coarse:h-13',
      )}
    >
      <IconButton label={rail ? 'Hide pages and outline' : 'Pages and outline'} active={rail} onClick={onRail}>
        <PanelLeft />
      </IconButton>
      {line}
      <IconButton label="Previous page" disabled={page <= 1} onClick={() => goTo(page - 1)} className="@max-sm:hidden">
        <ChevronUp />
      </IconButton>
      <IconButton
        label="Next page"
        disabled={page >= count}
        onClick={() => goTo(page + 1)}
        className="mr-1.5 @max-sm:hidden"
      >
        <ChevronDown />
      </IconButton>
      <PageField page={page} count={count} onPage={goTo} />
      {line}
      <IconButton label="Zoom out" onClick={() => setZoom(stepFrom(scale, -1))} className="@max-md:hidden">
        <Minus />
      </IconButton>
      <Menu
        label="Zoom"
        align="start"
        entries={[
          ...FITS.map(([value, label]) => ({ label, checked: zoom === value, onSelect: () => setZoom(value) })),
          'separator' as const,
          ...ZOOM_STEPS.slice(1, -1).map((step) => ({
            label: percent(step),
            checked: zoom === step,
            onSelect: () => setZoom(step),
          })),
        ]}
      >
        <Button variant="quiet" aria-label={`Zoom, ${percent(scale / CSS_UNITS)}`} className="px-1.5 tabular-nums">
          {percent(scale / CSS_UNITS)}
          <ChevronDown className="size-3.5!" />
        </Button>
      </Menu>
      <IconButton label="Zoom in" onClick={() => setZoom(stepFrom(scale, 1))} className="@max-md:hidden">
        <Plus />
      </IconButton>
      <IconButton
        label="Fit width"
        active={zoom === 'width'}
        onClick={() => setZoom(zoom === 'width' ? 'auto' : 'width')}
        className="@max-lg:hidden"
      >
        <MoveHorizontal />
      </IconButton>
      <span className="flex-1" />
      <IconButton label="Find in this PDF" keys="Mod+F" active={finding} onClick={onFind}>
        <Search />
      </IconButton>
    </div>
  );
}
