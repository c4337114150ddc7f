import { useEffect, useMemo } from 'react';
import { rawHref } from '@zo/web/paths';
import { type PreviewProps, usePreview } from './preview';

const WIDTH = 320;

/** One document at a time: each takes a worker. */
let last: Promise<unknown> = Promise.resolve();

function draw(url: string, signal: AbortSignal): Promise<Blob> {
  const drawn = last.then(async () => {
    signal.throwIfAborted();
    const { drawFirstPage } = await import('../../../pdf/first-page');
    return drawFirstPage(url, WIDTH, signal);
  });
  last = drawn.catch(() => undefined);
  return drawn;
}

/** The top of the first page. */
export function PdfPreview({ entry, version, onMissing }: PreviewProps) {
  const page = usePreview((signal) => draw(`${rawHref(entry)}?v=${version}`, signal), onMissing);
  const address = useMemo(() => page && URL.createObjectURL(page), [page]);
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address ? (
    <img
      src={address}
      alt=""
      draggable={false}
      className="absolute top-[12%] w-[56%] rounded-t-sm border border-line-1 bg-(--paper)"
    />
  ) : null;
}
