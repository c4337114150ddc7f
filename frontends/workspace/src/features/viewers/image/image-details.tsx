import { Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatSize } from '@zo/web/format';
import { IconButton, Popover } from '@zo/web/ui';
import { factsOf, type Fact } from './exif-facts';
import { IMAGE } from './messages';
import { readExif } from './read-exif';
import { readHead } from '../../../images/read-head';
import type { Size } from './zoom';

/** Formats in which cameras store how an image was taken. */
const OF_CAMERAS = /\.(?:jpe?g|heic|heif|tiff?|avif|png|webp)$/i;

export interface ImageSource {
  readonly url: string;
  readonly name: string;
  /** In bytes. */
  readonly bytes: number;
}

function useFacts({ url, name }: ImageSource): readonly Fact[] {
  const [facts, setFacts] = useState<readonly Fact[]>([]);
  useEffect(() => {
    if (!OF_CAMERAS.test(name)) return;
    const stop = new AbortController();
    readHead(url, stop.signal)
      .then((head) => readExif(head, stop.signal))
      .then(
        (tags) => stop.signal.aborted || setFacts(factsOf(tags)),
        // Without its details an image is shown as well.
        () => undefined,
      );
    return () => stop.abort();
  }, [url, name]);
  return facts;
}

/** FV-01: a button that shows how an image was taken; absent for an image that does not say. */
export function ImageDetails({ source, size }: { source: ImageSource; size: Size | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const facts = useFacts(source);
  if (facts.length === 0) return null;
  const all: readonly Fact[] = [
    ...facts,
    ...(size ? [{ label: IMAGE.pixels, value: `${size.width} × ${size.height}` }] : []),
    { label: IMAGE.fileSize, value: formatSize(source.bytes) },
  ];
  return (
    <Popover
      label={IMAGE.details}
      open={isOpen}
      onOpenChange={setIsOpen}
      side="top"
      trigger={
        <IconButton label={IMAGE.details} side="top">
          <Info />
        </IconButton>
      }
      className="w-80 max-w-[calc(100vw-1rem)] p-3"
    >
      <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5 text-sm">
        {all.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-text-2">{label}</dt>
            <dd className="min-w-0 wrap-anywhere select-text">{value}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}
