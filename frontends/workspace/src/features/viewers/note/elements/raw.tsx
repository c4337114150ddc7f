import { useMemo, type ReactNode } from 'react';
import { Node } from 'slate';
import { useSelected, type RenderElementProps } from 'slate-react';
import { embedOf } from '../html/embed';
import { EmbeddedPage } from '../html/embedded-page';
import { htmlOf } from '../html/html-block';
import { HtmlPreview } from '../html/html-preview';
import type { RawBlock } from '../model/nodes';
import { Containers } from './containers';
import { ViewSwitch } from './view-switch';

/** Source that is shown as it is; HTML as what it describes, that of an iframe as the page that it embeds. */
export function RawElement({ attributes, element, children }: RenderElementProps) {
  const { kind } = element as unknown as RawBlock;
  const source = Node.string(element);
  const drawing = useDrawing(kind, source);
  // The source is shown while it has the cursor.
  const isDrawn = !useSelected() && drawing !== undefined;
  return (
    <div {...attributes} className="note-block">
      <Containers element={element}>
        <div className="relative">
          {drawing ? (
            <div contentEditable={false} style={{ maxWidth: drawing.width }} className={drawing.switchClass}>
              <ViewSwitch element={element} isDrawn={isDrawn} />
            </div>
          ) : null}
          {isDrawn ? <div contentEditable={false}>{drawing.content}</div> : null}
          <pre
            className={isDrawn ? 'sr-only' : 'note-raw'}
            data-kind={kind}
            // What is shown is found, and not twice.
            data-find={isDrawn ? 'off' : undefined}
            spellCheck={false}
          >
            {children}
          </pre>
        </div>
      </Containers>
    </div>
  );
}

interface Drawing {
  readonly content: ReactNode;
  readonly switchClass: string;
  readonly width?: number;
}

/** What an HTML block describes; undefined for source that is shown as it is. */
function useDrawing(kind: RawBlock['kind'], source: string): Drawing | undefined {
  const embed = kind === 'html' ? embedOf(source) : undefined;
  const html = useMemo(() => (kind === 'html' ? htmlOf(source) : undefined), [kind, source]);
  if (embed) {
    const content = <EmbeddedPage key={embed.src.href} embed={embed} />;
    return { content, switchClass: 'flex justify-end pb-1 select-none', width: embed.width };
  }
  return html && { content: <HtmlPreview html={html} />, switchClass: 'note-html-switch' };
}
