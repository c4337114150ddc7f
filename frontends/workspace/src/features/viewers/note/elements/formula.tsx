import { useEffect, useRef, useState } from 'react';
import { NOTE } from '../messages';

/** ED-10: the formula of a TeX source; an error in the source stands in its place. */
export function Formula({ source }: { source: string }) {
  if (source.trim() === '') return <p className="note-preview text-sm text-text-3">{NOTE.emptyPreview}</p>;
  return <Drawn source={source} />;
}

function Drawn({ source }: { source: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    import('./draw-formula')
      .then(({ drawFormula }) => {
        if (!isCurrent || !box.current) return;
        drawFormula(source, box.current);
        setFailure(undefined);
      })
      .catch((error: unknown) => isCurrent && setFailure(error instanceof Error ? error.message : String(error)));
    return () => {
      isCurrent = false;
    };
  }, [source]);
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
