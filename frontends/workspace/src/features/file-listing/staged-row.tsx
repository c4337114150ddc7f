import { shownName } from '@zo/web/paths';
import { formatSize } from '@zo/web/format';
import { Meter, cn } from '@zo/web/ui';
import { FileIcon } from '@zo/web/file-types';
import type { InTransit } from '../../uploads/in-transit';
import { ROW_GRID, type ListingColumns } from './columns';

interface StagedRowProps {
  item: InTransit;
  index: number;
  top: number;
  height: number;
  columns: ListingColumns;
}

/** FT-02 isStaged: a file that is being uploaded to this folder. It has no actions yet. */
export function StagedRow({ item, index, top, height, columns }: StagedRowProps) {
  const { name, percent, size } = item;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy
      className={cn('absolute inset-x-3 rounded-md px-2 text-base text-text-3 select-none max-md:inset-x-1', ROW_GRID)}
      style={{ transform: `translateY(${top}px)`, height, gridTemplateColumns: columns.template }}
    >
      <div role="gridcell" className="flex min-w-0 items-center gap-2.5">
        <FileIcon name={name} isDirectory={false} />
        <span className="truncate">{shownName(name)}</span>
      </div>
      {columns.fields.map((field) => (
        <div
          key={field}
          role="gridcell"
          className={cn((columns.actionsOverDate || field === 'size') && 'text-right', columns.compact && 'text-sm')}
        >
          {field === 'modified' ? <Progress name={name} percent={percent} /> : null}
          {field === 'size' ? (percent === null ? formatSize(size) : `${Math.floor(percent)} %`) : null}
        </div>
      ))}
      {columns.actionsOverDate && columns.fields.length > 0 ? null : <div role="gridcell" />}
    </div>
  );
}

const Progress = ({ name, percent }: Pick<InTransit, 'name' | 'percent'>) =>
  percent === null ? (
    'waiting'
  ) : (
    <Meter label={`Upload of ${name}`} value={percent} tone="accent" className="max-w-24" />
  );
