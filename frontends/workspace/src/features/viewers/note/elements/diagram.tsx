import { useEffect, useState } from 'react';
import { NOTE } from '../messages';
import { DiagramFrame, type Drawn } from './diagram-frame';
import { useIsDark } from './use-is-dark';

let shared: { origins: string; frame: DiagramFrame } | undefined;

/** Drawings of this page, so that a block is not drawn again each time the cursor leaves it. */
const drawings = new Map<string, Drawn>();
const MAX_DRAWINGS = 50;

/** All notes of a page draw in one frame. */
function frameAt(origins: string): DiagramFrame {
  if (shared?.origins !== origins) shared = { origins, frame: new DiagramFrame(origins) };
  return shared.frame;
}

function remember(key: string, drawn: Drawn): void {
  if (drawings.size >= MAX_DRAWINGS) drawings.delete(drawings.keys().next().value!);
  drawings.set(key, drawn);
}

/** ED-10: the diagram of a mermaid source, as an image; an error in the source stands in its place. */
export function Diagram({ source, origins }: { source: string; origins: string }) {
  const isDark = useIsDark();
  const key = `${isDark} ${source}`;
  const [last, setLast] = useState<Drawn>();
  const drawn = drawings.get(key) ?? last;
  const isEmpty = source.trim() === '';
  useEffect(() => {
    if (isEmpty || drawings.has(key)) return;
    let isCurrent = true;
    void frameAt(origins)
      .draw(source, isDark)
      .then((result) => {
        if ('svg' in result) remember(key, result);
        if (isCurrent) setLast(result);
      });
    return () => {
      isCurrent = false;
    };
  }, [source, key, isEmpty, isDark, origins]);
  if (isEmpty) return <p className="note-preview text-sm text-text-3">{NOTE.emptyPreview}</p>;
  if (!drawn) return <div role="status" aria-label="Drawing the diagram" className="note-preview h-24" />;
  if ('error' in drawn)
    return (
      <div role="alert" className="note-preview text-sm">
        <p className="font-medium text-bad">{NOTE.diagramError}</p>
        <pre className="whitespace-pre-wrap">{drawn.error}</pre>
        <p className="text-text-2">{NOTE.diagramHint}</p>
      </div>
    );
  // As an image, nothing in the drawing runs or loads.
  return (
    <div className="note-preview">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(drawn.svg.toWellFormed())}`}
        alt="Diagram"
        className="mx-auto"
      />
    </div>
  );
}
