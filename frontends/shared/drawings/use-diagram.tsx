import { useEffect, useState } from 'react';
import { DiagramFrame, type Drawn } from './diagram-frame';
import { useIsDark } from './use-is-dark';

let shared: { origins: string; frame: DiagramFrame } | undefined;

/** Drawings of this page, so that one that is shown again is not drawn again. */
const drawings = new Map<string, Drawn>();
const MAX_DRAWINGS = 50;

/** Everything on a page draws in one frame. */
function frameAt(origins: string): DiagramFrame {
  if (shared?.origins !== origins) shared = { origins, frame: new DiagramFrame(origins) };
  return shared.frame;
}

function remember(key: string, drawn: Drawn): void {
  if (drawings.size >= MAX_DRAWINGS) drawings.delete(drawings.keys().next().value!);
  drawings.set(key, drawn);
}

/**
 * ED-10: the drawing of a mermaid source. The last one stays until a changed source is drawn.
 * @param origins the content origins, with `*` for the host name of one view
 * @returns undefined until something is drawn
 */
export function useDiagram(source: string, origins: string): Drawn | undefined {
  const isDark = useIsDark();
  const key = `${isDark} ${source}`;
  const [last, setLast] = useState<Drawn>();
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
  return drawings.get(key) ?? last;
}

/** As an image, nothing in the drawing runs or loads. */
export function DiagramImage({ svg }: { svg: string }) {
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}`} alt="Diagram" className="mx-auto" />;
}
