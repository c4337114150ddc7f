import { Download } from 'lucide-react';
import type { OpenFile } from '@zo/web/store';
import { formatDate, formatSize } from '@zo/web/format';
import { type Location, nameOf, rawHref, shownName } from '@zo/web/paths';
import { Button, EmptyState } from '@zo/web/ui';
import { FileIcon } from '@zo/web/file-types';

interface FileInfoProps {
  location: Location;
  file: OpenFile;
  message: string;
  /** What the user can do. */
  hint?: string;
}

/** A file without a preview: its name, a message and a download. */
export function FileInfo({ location, file, message, hint }: FileInfoProps) {
  return (
    <EmptyState
      icon={<FileIcon name={nameOf(location)} isDirectory={false} className="" />}
      title={shownName(nameOf(location))}
      action={
        <Button variant="primary" asChild>
          <a href={rawHref(location, { download: true })} target="_blank" rel="noopener">
            <Download />
            Download
          </a>
        </Button>
      }
    >
      <p>{message}</p>
      {hint ? <p className="mt-1">{hint}</p> : null}
      <p className="mt-1 text-text-3">
        {[formatSize(file.fileSize), file.mediaType, `changed ${formatDate(file.mtimeMs, Date.now())}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </EmptyState>
  );
}
