import { useState } from 'react';
import { nameOf } from '@zo/web/paths';
import { Button, cn } from '@zo/web/ui';
import { FileIcon } from '@zo/web/file-types';
import { formatNumber } from '@zo/web/format';
import type { FileHits } from '../../api/replace.endpoints';
import { REPLACE } from './messages';
import type { Replacing } from './use-replace';

/** Places of a file that are shown at first. */
const FEW = 5;
const BOX = 'size-4 shrink-0 accent-(--accent)';

/** One file with its places: how each line is now and how it would be. */
export function ReplaceFile({ file, replacing }: { file: FileHits; replacing: Replacing }) {
  const [isWhole, setWhole] = useState(false);
  const { hits } = file;
  const ticked = hits.filter(({ offset }) => replacing.isTicked(file, offset)).length;
  const folder = [...(file.root === 's' ? ['Sites'] : []), ...file.path.slice(0, -1)].join(' / ');
  const shown = isWhole ? hits : hits.slice(0, FEW);
  return (
    <li className="py-1.5 [contain-intrinsic-size:auto_7rem] [content-visibility:auto]">
      <label className="flex min-h-8 items-center gap-2.5 text-base pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className={BOX}
          aria-label={REPLACE.file(nameOf(file))}
          checked={ticked > 0}
          ref={(box) => {
            if (box) box.indeterminate = ticked > 0 && ticked < hits.length;
          }}
          onChange={() =>
            replacing.tick(
              file,
              hits.map(({ offset }) => offset),
              ticked < hits.length,
            )
          }
        />
        <FileIcon name={nameOf(file)} isDirectory={false} className="size-4 shrink-0 text-text-2" />
        <span className="truncate font-medium">{nameOf(file)}</span>
        <span className="min-w-0 flex-1 truncate text-sm text-text-2">{folder}</span>
        <span className="shrink-0 text-xs text-text-2 tabular-nums">{formatNumber(hits.length)}</span>
      </label>
      <ul className="pl-6.5">
        {shown.map((hit) => (
          <Place key={hit.offset} file={file} hit={hit} replacing={replacing} />
        ))}
      </ul>
      {hits.length > shown.length ? (
        <Button variant="quiet" className="ml-6.5" onClick={() => setWhole(true)}>
          {REPLACE.more(formatNumber(hits.length - shown.length))}
        </Button>
      ) : null}
    </li>
  );
}

function Place({ file, hit, replacing }: { file: FileHits; hit: FileHits['hits'][number]; replacing: Replacing }) {
  const { line, text, mark, offset, replacement } = hit;
  const [from, to] = mark;
  return (
    <li>
      <label
        className={cn(
          'flex min-h-7 items-start gap-2.5 py-0.5 text-sm text-text-2',
          'pointer-coarse:min-h-11 pointer-coarse:items-center',
        )}
      >
        <input
          type="checkbox"
          className={`${BOX} mt-0.5`}
          aria-label={REPLACE.hit(line, text.slice(from, to))}
          checked={replacing.isTicked(file, offset)}
          onChange={(event) => replacing.tick(file, [offset], event.target.checked)}
        />
        <span className="min-w-8 shrink-0 font-mono text-xs leading-5">{formatNumber(line)}</span>
        <span className="min-w-0 break-words">
          {text.slice(0, from)}
          <del className="rounded-sm bg-bad-soft px-0.5 text-text-1">{text.slice(from, to)}</del>
          {replacement ? (
            <ins className="rounded-sm bg-good-soft px-0.5 text-text-1 no-underline">{replacement}</ins>
          ) : null}
          {text.slice(to)}
        </span>
      </label>
    </li>
  );
}
