import { Download } from 'lucide-react';
import type { OpenFile } from '@zo/web/store';
import { formatDate, formatSize } from '@zo/web/format';
import { nameOf, rawHref, type Location } from '@zo/web/paths';
import { Button, EmptyState } from '@zo/web/ui';
import { FileIcon } from '../../../file-types/file-icon';

/** A file without a preview: its name, a message and a download. */
export function FileInfo({ location, file, message }: { location: Location; file: OpenFile; message: string }) {
  return (
    <EmptyState
      icon={<FileIcon name={nameOf(location)} isDirectory={false} className="" />}
      title={nameOf(location)}
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
      <p className="mt-1 text-text-3">
        {[formatSize(file.fileSize), file.mediaType, `changed ${formatDate(file.mtimeMs, Date.now())}`]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </EmptyState>
  );
}
