import { IconButton } from '@zo/web/ui';
import { formatSize } from '@zo/web/format';
import { Calculator } from 'lucide-react';
import { MESSAGES } from '../../messages';
import { contentText, showSize, sizeText, useIsSizeShown, useMeasured } from '../../operations/sizes';
import type { Entry } from '../../workspace.slice';

function Counted({ entry }: { entry: Entry }) {
  const { measured, isFailed } = useMeasured([entry]);
  if (!measured)
    return (
      <span title={isFailed ? MESSAGES.countFailed(entry.name) : MESSAGES.counting(entry.name)}>
        {isFailed ? '–' : '…'}
      </span>
    );
  return (
    <span title={`${sizeText(measured)}, ${contentText(measured)}`}>
      {/* The words have no room in the column. */}
      <span aria-hidden>{measured.isPartial ? '> ' : ''}</span>
      <span className="sr-only">{measured.isPartial ? MESSAGES.moreThan('') : ''}</span>
      {formatSize(measured.bytes)}
    </span>
  );
}

/** FT-03: the size of a folder, counted when the user asks for it. */
export function FolderSizeCell({ entry, isHot }: { entry: Entry; isHot: boolean }) {
  const isShown = useIsSizeShown(entry);
  return (
    <div role="gridcell" className="truncate text-right text-text-2 tabular-nums">
      {isShown ? (
        <Counted entry={entry} />
      ) : isHot ? (
        <IconButton
          label={MESSAGES.showSize}
          size="sm"
          tabIndex={-1}
          onClick={(event) => (event.stopPropagation(), showSize(entry))}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <Calculator />
        </IconButton>
      ) : null}
    </div>
  );
}
