import { Globe } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { Node } from 'slate';
import { useSelected, type RenderElementProps } from 'slate-react';
import { useContentOriginsQuery } from '@zo/web/store';
import { Button } from '@zo/web/ui';
import { htmlOf } from '../html/html-block';
import { NOTE } from '../messages';
import { embedOf, type Embed } from '../model/embed';
import type { RawBlock } from '../model/nodes';
import { Containers } from './containers';
import { HtmlPreview } from './html-preview';
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
          <pre className={isDrawn ? 'sr-only' : 'note-raw'} data-kind={kind} spellCheck={false}>
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

/** Pages that the user chose to show; they stay shown when their block is rendered again. */
const shown = new Set<string>();

/** ED-02: a page of another site, which is asked for only after a click: its site learns that the note was opened. */
function EmbeddedPage({ embed: { src, title, width, height } }: { embed: Embed }) {
  const { data: content } = useContentOriginsQuery();
  const [isShown, setIsShown] = useState(shown.has(src.href));
  const show = () => {
    shown.add(src.href);
    setIsShown(true);
  };
  const size = { width, aspectRatio: `${width} / ${height}`, maxWidth: '100%' };
  if (isShown && content?.origins)
    return (
      <iframe
        title={title}
        src={`${content.origins.replace('*', 'embed')}/frame/embed.html#${new URLSearchParams({ src: src.href, title })}`}
        // The frame is a page of ours on the content origin, around the one of the site.
        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        allow="fullscreen"
        style={size}
        className="note-embed"
      />
    );
  return (
    <div style={size} className="note-embed note-embed-closed">
      <Globe aria-hidden />
      <p className="max-w-full truncate font-medium">{title}</p>
      <p className="text-sm text-text-2">{content?.origins === null ? NOTE.noEmbeds : NOTE.embedHint(src.hostname)}</p>
      <div className="flex flex-wrap justify-center gap-2">
        {content?.origins ? <Button onClick={show}>{NOTE.showEmbed}</Button> : null}
        <Button variant="quiet" asChild>
          <a href={src.href} target="_blank" rel="noopener noreferrer">
            {NOTE.openEmbed}
          </a>
        </Button>
      </div>
    </div>
  );
}
