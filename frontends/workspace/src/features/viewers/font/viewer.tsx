import { useEffect, useState } from 'react';
import { nameOf } from '@zo/web/paths';
import { cn, SkeletonRows } from '@zo/web/ui';
import { sourceOf } from '../source';
import { Unreadable } from '../unreadable';
import { useLoaded } from '../use-loaded';
import type { ViewerProps } from '../viewer';
import { FONT } from './messages';

const MAX_BYTES = 32 * 1024 * 1024;
const SIZES = [48, 32, 24, 18, 14];

let opened = 0;

/** The browser checks the tables of a font before it uses any. */
const loadFont = (bytes: Uint8Array<ArrayBuffer>) => new FontFace(`zo-font-${++opened}`, bytes).load();

/** FV-03: samples of a font. */
export default function FontViewer({ location, file }: ViewerProps) {
  const { result: face, problem, retry } = useLoaded(sourceOf(location, file), MAX_BYTES, loadFont);
  useEffect(() => {
    if (!face) return;
    document.fonts.add(face);
    return () => void document.fonts.delete(face);
  }, [face]);
  if (problem) return <Unreadable location={location} noun="font" problem={problem} onRetry={retry} />;
  if (!face) return <SkeletonRows label="Loading" />;
  return <Samples name={nameOf(location)} family={face.family} />;
}

function Samples({ name, family }: { name: string; family: string }) {
  const [text, setText] = useState<string>(FONT.pangram);
  const fontFamily = `${family}, "Adobe NotDef"`;
  return (
    <section aria-label={name} className="h-full overflow-y-auto">
      <div className="mx-auto max-w-[60rem] px-6 pt-8 pb-24 max-md:px-4">
        <input
          aria-label={FONT.sample}
          value={text}
          maxLength={500}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          className={cn(
            'mb-6 h-9 w-full rounded-md border border-line-2 bg-surface-2',
            'px-3 text-base outline-none inset-ring-focus',
          )}
        />
        <dl className="flex flex-col">
          {SIZES.map((size) => (
            <div key={size} className="flex items-baseline gap-4 border-b border-line-1 py-3">
              <dt className="w-8 shrink-0 text-right text-xs text-text-3 tabular-nums">{size}</dt>
              <dd className="min-w-0 break-words" style={{ fontFamily, fontSize: size, lineHeight: 1.3 }}>
                {text}
              </dd>
            </div>
          ))}
        </dl>
        <p
          aria-label={FONT.characters}
          className="mt-8 tracking-wide break-all"
          style={{ fontFamily, fontSize: 28, lineHeight: 1.6 }}
        >
          {FONT.alphabet}
        </p>
      </div>
    </section>
  );
}
