import { useRef } from 'react';
import { useFormula } from '@zo/web/drawings';
import { NOTE } from '../messages';

/** ED-10: the formula of a TeX source; an error in the source stands in its place. */
export function Formula({ source }: { source: string }) {
  if (source.trim() === '') return <p className="note-preview text-sm text-text-3">{NOTE.emptyPreview}</p>;
  return <Drawn source={source} />;
}

function Drawn({ source }: { source: string }) {
  const box = useRef<HTMLDivElement>(null);
  const { failure } = useFormula(box, source, false);
  return (
    <>
      {failure === undefined ? null : (
        <div role="alert" className="note-preview text-sm">
          <p className="font-medium text-bad">{NOTE.formulaError}</p>
          <pre className="whitespace-pre-wrap">{failure}</pre>
        </div>
      )}
      <div ref={box} hidden={failure !== undefined} className="note-preview" />
    </>
  );
}
