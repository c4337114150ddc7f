import './article.css';
import { ExternalLink } from 'lucide-react';
import { useMemo } from 'react';
import { formatDate } from '@zo/web/format';
import { nameOf } from '@zo/web/paths';
import { FindInText } from '../find/find-in-text';
import { NoteLocationProvider } from '../note/note-context';
import { NoteReader } from '../note/note-reader';
import type { ViewerProps } from '../viewer';
import { articleOf } from './article';

/** FT-17: a saved page, for reading. */
export default function ArticleViewer({ location, text = '', place }: ViewerProps) {
  const { title, byline, site, address, published, minutes, body } = useMemo(
    () => articleOf(text, location),
    [text, location],
  );
  const facts = [byline, published && formatDate(published, Date.now()), minutes && `${minutes} min read`].filter(
    Boolean,
  );
  return (
    <NoteLocationProvider value={location}>
      <FindInText name={nameOf(location)} place={place} source={text}>
        <div className="h-full overflow-y-auto">
          <article className="article mx-auto max-w-[44rem] px-6 pt-12 pb-24 max-md:px-4 max-md:pt-6">
            <header className="mb-8 border-b border-line-1 pb-6">
              {address ? (
                <a
                  href={address}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="mb-3 inline-flex items-center gap-1.5 text-sm font-medium text-accent-text hover:underline"
                >
                  {site}
                  <ExternalLink className="size-3.5" aria-label="Open the original" />
                </a>
              ) : null}
              <h1>{title}</h1>
              {facts.length ? <p className="mt-3 text-sm text-text-2">{facts.join(' · ')}</p> : null}
            </header>
            <NoteReader label={title} text={body} />
          </article>
        </div>
      </FindInText>
    </NoteLocationProvider>
  );
}
