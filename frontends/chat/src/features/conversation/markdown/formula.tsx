import { useRef } from 'react';
import { useFormula } from '@zo/web/drawings';
import { cn } from '@zo/web/ui';
import { readTex } from './tex';

/** CH-10: a formula with its marks. Its source stands there until it is set, and if it cannot be. */
export function Formula({ raw, isBlock = false }: { raw: string; isBlock?: boolean }) {
  const { source, isInline, isOpen } = readTex(raw);
  if (isOpen) return <Source raw={raw} isBlock={isBlock} />;
  return <SetFormula raw={raw} source={source} isInline={isInline} isBlock={isBlock} />;
}

function Source({ raw, isBlock, title }: { raw: string; isBlock: boolean; title?: string }) {
  return (
    <span title={title} className={cn('font-mono text-sm text-text-2', isBlock && 'whitespace-pre-wrap')}>
      {raw}
    </span>
  );
}

interface SetFormulaProps {
  raw: string;
  source: string;
  isInline: boolean;
  isBlock: boolean;
}

function SetFormula({ raw, source, isInline, isBlock }: SetFormulaProps) {
  const box = useRef<HTMLSpanElement>(null);
  const { failure, isSet } = useFormula(box, source, isInline);
  return (
    <>
      {isSet ? null : <Source raw={raw} isBlock={isBlock} title={failure} />}
      <span ref={box} hidden={!isSet} className="chat-formula" />
    </>
  );
}
