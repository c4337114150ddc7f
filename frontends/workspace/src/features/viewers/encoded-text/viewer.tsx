import { useMemo, useState } from 'react';
import { nameOf } from '@zo/web/paths';
import { store, toProblem } from '@zo/web/store';
import { Button, cn, SkeletonRows, toast } from '@zo/web/ui';
import { fileMutations } from '../../../api/mutations';
import { FindInText } from '../find/find-in-text';
import { sourceOf } from '../source';
import { Unreadable } from '../unreadable';
import { useLoaded } from '../use-loaded';
import type { ViewerProps } from '../viewer';
import { decodeText, type EncodedText } from './decode';
import { ENCODED } from './messages';

/** As much as the server sends to the editor. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Lines that are laid out together. */
const GROUP_LINES = 200;
const LINE_PX = 20;

const open = (bytes: Uint8Array<ArrayBuffer>) => Promise.resolve().then(() => decodeText(bytes));

/** FV-01: text that is not UTF-8, for reading; a button makes UTF-8 of it, which the editor takes. */
export default function EncodedTextViewer({ location, file, place }: ViewerProps) {
  const { result, problem, retry } = useLoaded(sourceOf(location, file), MAX_BYTES, open);
  const [isBusy, setIsBusy] = useState(false);
  if (problem)
    return <Unreadable location={location} noun="text" problem={problem} damaged={ENCODED.unknown} onRetry={retry} />;
  if (!result) return <SkeletonRows label="Loading" />;
  const { hash } = file;
  const convert = async () => {
    setIsBusy(true);
    try {
      const { root, path } = location;
      // The hash is that of the bytes that the server has found to be no UTF-8.
      const base = { hash: hash! };
      await store
        .dispatch(fileMutations.endpoints.writeFile.initiate({ root, path, content: result.text, base }))
        .unwrap();
      toast.success(ENCODED.converted);
    } catch (error) {
      const { code, detail } = toProblem(error);
      toast.error(code === 'files.conflict' ? ENCODED.changed : ENCODED.failed(detail));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <FindInText name={nameOf(location)} place={place} source={result.text}>
      <section aria-label={nameOf(location)} className="flex h-full flex-col">
        <div
          data-find="off"
          className={cn(
            'flex shrink-0 flex-wrap items-center justify-between gap-2 border-b',
            'border-line-1 bg-surface-2 px-3 py-1.5 text-xs text-text-2',
          )}
        >
          <p>{ENCODED.readOnly(result.encoding)}</p>
          {hash ? (
            <Button busy={isBusy} onClick={() => void convert()}>
              {ENCODED.convert}
            </Button>
          ) : null}
        </div>
        <Lines name={nameOf(location)} text={result} />
      </section>
    </FindInText>
  );
}

function Lines({ name, text: { text } }: { name: string; text: EncodedText }) {
  const groups = useMemo(() => {
    const lines = text.split(/\r\n|\n|\r/);
    const found: string[] = [];
    for (let at = 0; at < lines.length; at += GROUP_LINES) found.push(lines.slice(at, at + GROUP_LINES).join('\n'));
    return found;
  }, [text]);
  return (
    <div
      role="region"
      aria-label={`Text of ${name}`}
      tabIndex={0}
      data-page-focus
      className={cn(
        'min-h-0 flex-1 overflow-auto p-3 font-mono text-sm/5 wrap-anywhere',
        'whitespace-pre-wrap inset-ring-focus outline-none',
      )}
    >
      {groups.map((group, index) => (
        <div key={index} style={{ contentVisibility: 'auto', containIntrinsicSize: `auto ${GROUP_LINES * LINE_PX}px` }}>
          {group}
        </div>
      ))}
    </div>
  );
}
