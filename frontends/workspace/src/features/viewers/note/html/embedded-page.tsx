import { Globe } from 'lucide-react';
import { useState } from 'react';
import { useContentOriginsQuery } from '@zo/web/store';
import { Button } from '@zo/web/ui';
import { NOTE } from '../messages';
import type { Embed } from './embed';

/** Pages that the user chose to show; they stay shown when their block is rendered again. */
const shown = new Set<string>();

/** ED-02: a page of another site, which is asked for only after a click: its site learns that the note was opened. */
export function EmbeddedPage({ embed: { src, title, width, height } }: { embed: Embed }) {
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
