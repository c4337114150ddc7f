import { ChartNetwork, Code } from 'lucide-react';
import { useState } from 'react';
import { DiagramImage, useDiagram } from '@zo/web/drawings';
import { useContentOriginsQuery } from '@zo/web/store';
import { IconButton } from '@zo/web/ui';
import { TEXT } from '../../../messages';
import { CodeBlock } from './code-block';

/** CH-10: a mermaid diagram. Its source stands there until it is drawn, and where no installation draws it. */
export function DiagramBlock({ source }: { source: string }) {
  const { data: content } = useContentOriginsQuery();
  if (!content?.origins) return <CodeBlock code={source} language="mermaid" />;
  return <DrawnBlock source={source} origins={content.origins} />;
}

function DrawnBlock({ source, origins }: { source: string; origins: string }) {
  const drawn = useDiagram(source, origins);
  const [showsSource, setShowsSource] = useState(false);
  if (!drawn) return <CodeBlock code={source} language="mermaid" />;
  if ('error' in drawn) return <CodeBlock code={source} language="mermaid" note={TEXT.diagramError(drawn.error)} />;
  const label = showsSource ? TEXT.showDiagram : TEXT.showSource;
  return (
    <CodeBlock
      code={source}
      language="mermaid"
      actions={
        <IconButton size="sm" label={label} onClick={() => setShowsSource(!showsSource)}>
          {showsSource ? <ChartNetwork className="size-3.5!" /> : <Code className="size-3.5!" />}
        </IconButton>
      }
      drawing={showsSource ? undefined : <DiagramImage svg={drawn.svg} />}
    />
  );
}
