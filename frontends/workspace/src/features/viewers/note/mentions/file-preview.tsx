import { useEffect, useRef, useState, type ReactNode } from 'react';
import { formatSize } from '@zo/web/format';
import { fileHref, nameOf, rawHref, type Location } from '@zo/web/paths';
import { useNavigate } from '@zo/web/router';
import { toProblem, useOpenFileQuery } from '@zo/web/store';
import { Button, Popover } from '@zo/web/ui';
import { NOTE } from '../messages';

/** FV-04: how long the pointer rests on a mention before its file is shown. */
const HOVER_MS = 500;
const MAX_LENGTH = 600;

/** FV-04: shows the file of a mention in a small panel: on hover after a moment, on a click or a touch at once. */
export function WithFilePreview({ location, children }: { location: Location; children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [box, setBox] = useState<DOMRect>();
  const open = () => {
    clearTimeout(timer.current);
    setBox(anchor.current?.getBoundingClientRect());
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <span
      ref={anchor}
      contentEditable={false}
      onPointerEnter={() => (timer.current = setTimeout(open, HOVER_MS))}
      onPointerLeave={() => clearTimeout(timer.current)}
      onClick={open}
    >
      {children}
      {box ? (
        <Popover
          label={nameOf(location)}
          open
          box={box}
          align="start"
          keepFocus
          onOpenChange={(next) => !next && setBox(undefined)}
          className="w-80 p-3"
        >
          <FilePreview location={location} />
        </Popover>
      ) : null}
    </span>
  );
}

function FilePreview({ location }: { location: Location }) {
  const navigate = useNavigate();
  const { currentData: file, error } = useOpenFileQuery(location);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="truncate font-medium">{nameOf(location)}</p>
      {error ? <p className="text-text-2">{toProblem(error).detail}</p> : null}
      {file?.kind === 'image' ? (
        <img src={rawHref(location)} alt={nameOf(location)} className="max-h-48 self-start rounded-md" />
      ) : null}
      {file?.fileContent ? (
        <pre className="max-h-48 overflow-hidden font-mono text-xs whitespace-pre-wrap text-text-2">
          {file.fileContent.slice(0, MAX_LENGTH)}
        </pre>
      ) : null}
      {file && !file.isDir ? <p className="text-xs text-text-3">{formatSize(file.fileSize)}</p> : null}
      {error ? null : (
        <Button className="self-end" onClick={() => void navigate(fileHref(location))}>
          {NOTE.openFile}
        </Button>
      )}
    </div>
  );
}
