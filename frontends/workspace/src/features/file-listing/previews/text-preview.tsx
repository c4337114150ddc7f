import { rawHref } from '@zo/web/paths';
import { cn } from '@zo/web/ui/cn';
import { type PreviewProps, usePreview } from './preview';

/** What fits on the page of a tile. */
const BYTES = 1_500;

async function readBeginning(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { headers: { range: `bytes=0-${BYTES - 1}` }, signal });
  // An empty file has no such bytes.
  if (answer.status === 416) return '';
  if (!answer.ok) throw new Error('there is nothing to show');
  const text = new TextDecoder().decode((await answer.arrayBuffer()).slice(0, BYTES));
  if (text.includes('\u0000')) throw new Error('this is no text');
  return text;
}

/** The top of a text, too small to be read by anybody in a hurry, as the page of a book from afar. */
export function TextPreview({ entry, version, onMissing }: PreviewProps) {
  const text = usePreview((signal) => readBeginning(`${rawHref(entry)}?v=${version}`, signal), onMissing);
  return (
    <div
      className={cn(
        'absolute inset-x-[22%] top-[12%] bottom-0 overflow-hidden rounded-t-sm border border-b-0',
        'border-line-1 bg-(--paper) px-[8%] pt-[8%] [color-scheme:light]',
      )}
    >
      <p className="m-0 text-[6px] leading-[9px] break-words whitespace-pre-wrap text-[CanvasText]">{text}</p>
    </div>
  );
}
