import { formatSize } from '@zo/web/format';
import { Meter, cn } from '@zo/web/ui';
import { FileIcon } from '../../entries/file-icon';
import type { InTransit } from '../../entries/in-transit';
import { COLUMNS, COLUMNS_NO_SIZE } from './listing-row';

/** FT-02 isStaged: a file on its way to this folder, where it will stand. Nothing can be done with it here yet. */
export function StagedRow({
  item,
  index,
  top,
  height,
  sizes,
}: {
  item: InTransit;
  index: number;
  top: number;
  height: number;
  sizes: boolean;
}) {
  const { name, percent, size } = item;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy
      className={cn(
        'absolute inset-x-3 rounded-md px-2 text-base text-text-3 select-none max-md:inset-x-1',
        sizes ? COLUMNS : COLUMNS_NO_SIZE,
      )}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-2.5">
        <FileIcon name={name} isDirectory={false} />
        <span className="truncate">{name}</span>
      </div>
      <div role="gridcell" className="w-24 md:w-auto">
        {percent === null ? (
          <span className="max-md:block max-md:text-right max-md:text-sm">waiting</span>
        ) : (
          <Meter label={`Upload of ${name}`} value={percent} tone="accent" className="w-24" />
        )}
      </div>
      {sizes ? (
        <div role="gridcell" className="hidden text-right tabular-nums md:block">
          {percent === null ? formatSize(size) : `${Math.floor(percent)} %`}
        </div>
      ) : null}
      <div role="gridcell" />
    </div>
  );
}
