import type { ReactNode } from 'react';
import { formatSize } from '@zo/web/format';
import { fileHref, type Location, nameOf, rawHref, shownName } from '@zo/web/paths';
import { useNavigate } from '@zo/web/router';
import { toProblem, useOpenFileQuery } from '@zo/web/store';
import { Button } from '@zo/web/ui';
import { VIEWER } from '../../messages';
import { NOTE } from '../messages';
import { WithPreview } from './with-preview';

const MAX_LENGTH = 600;

/** FV-04: shows the file of a mention in a small panel. */
export const WithFilePreview = ({ location, children }: { location: Location; children: ReactNode }) => (
  <WithPreview label={nameOf(location)} preview={<FilePreview location={location} />}>
    {children}
  </WithPreview>
);

function FilePreview({ location }: { location: Location }) {
  const navigate = useNavigate();
  const { currentData: file, error } = useOpenFileQuery(location);
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="truncate font-medium">{shownName(nameOf(location))}</p>
      {error ? <p className="text-text-2">{VIEWER.error(toProblem(error).detail)}</p> : null}
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
