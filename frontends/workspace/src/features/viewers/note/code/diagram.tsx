import { DiagramImage, useDiagram } from '@zo/web/drawings';
import { NOTE } from '../messages';

/** ED-10: the diagram of a mermaid source, as an image; an error in the source stands in its place. */
export function Diagram({ source, origins }: { source: string; origins: string }) {
  const drawn = useDiagram(source, origins);
  if (source.trim() === '') return <p className="note-preview text-sm text-text-3">{NOTE.emptyPreview}</p>;
  if (!drawn) return <div role="status" aria-label="Drawing the diagram" className="note-preview h-24" />;
  if ('error' in drawn)
    return (
      <div role="alert" className="note-preview text-sm">
        <p className="font-medium text-bad">{NOTE.diagramError}</p>
        <pre className="whitespace-pre-wrap">{drawn.error}</pre>
        <p className="text-text-2">{NOTE.diagramHint}</p>
      </div>
    );
  return (
    <div className="note-preview">
      <DiagramImage svg={drawn.svg} />
    </div>
  );
}
