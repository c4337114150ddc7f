import type { ReactNode } from 'react';
import { formatSize } from '@zo/web/format';
import { chatQuery, fileHref, type Location, nameOf, rawHref, shownName } from '@zo/web/paths';
import { useLocation, useNavigate } from '@zo/web/router';
import { toProblem, useOpenFileQuery } from '@zo/web/store';
import { Button, WithPreview } from '@zo/web/ui';
import { MENTION } from './use-file-options';

const MAX_LENGTH = 600;

interface WithFilePreviewProps {
  location: Location;
  /** What a click does instead, where it has something to do. */
  onClick?: () => boolean;
  className?: string;
  children: ReactNode;
}

/** FV-04: shows the file of a mention in a small panel. */
export const WithFilePreview = ({ location, children, ...props }: WithFilePreviewProps) => (
  <WithPreview label={nameOf(location)} preview={<FilePreview location={location} />} {...props}>
    {children}
  </WithPreview>
);

function FilePreview({ location }: { location: Location }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const { currentData: file, error } = useOpenFileQuery(location);
  const folder = location.path.slice(0, -1).join(' / ');
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div>
        {folder ? <p className="truncate text-xs text-text-3">{shownName(folder)}</p> : null}
        <p className="truncate font-medium">{shownName(nameOf(location))}</p>
      </div>
      {error ? <p className="text-text-2">{MENTION.error(toProblem(error).detail)}</p> : null}
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
        <Button className="self-end" onClick={() => void navigate(fileHref(location) + chatQuery(search))}>
          {MENTION.open}
        </Button>
      )}
    </div>
  );
}
