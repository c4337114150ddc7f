import { useRef } from 'react';
import type { Location } from '@zo/web/paths';
import { useLocation, useNavigate } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { Button, EmptyState, SkeletonRows } from '@zo/web/ui';
import { useFolderMomentsInfiniteQuery, type FolderMoment } from '../../api/versions.endpoints';
import { viewHref } from '../../navigation/use-open';
import { FolderAtMoment } from './folder-at-moment';
import { FolderTimeline } from './folder-timeline';
import { VERSIONS } from './messages';
import { useIsWide } from './use-is-wide';
import { VersionsHeader } from './versions-header';

/** The list beside the files of a moment needs this much room. */
const WIDE_PX = 720;

/** What happened in a folder beside what was in it at a chosen moment. On a narrow screen the list comes first. */
export default function FolderVersionsPage({ location }: { location: Location }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useFolderMomentsInfiniteQuery(location);
  const { search } = useLocation();
  const navigate = useNavigate();
  const pane = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(pane, WIDE_PX);
  const moments = data?.pages.flatMap((page) => page.moments) ?? [];
  const asked = Number(new URLSearchParams(search).get('version'));
  const chosen = moments.find(({ moment }) => moment === asked);
  const shown = chosen ?? (isWide ? moments[0] : undefined);
  const go = (version?: number) =>
    navigate(viewHref(location, search, { view: 'folder-versions', ...(version !== undefined && { version }) }), {
      replace: true,
    });
  const list = (
    <FolderTimeline
      location={location}
      moments={moments}
      chosen={shown}
      onChoose={({ moment }: FolderMoment) => go(moment)}
      more={hasNextPage ? () => void fetchNextPage() : undefined}
    />
  );
  return (
    <div ref={pane} className="flex h-full flex-col">
      <VersionsHeader location={location} isFolder onBack={!isWide && chosen ? () => go() : undefined} />
      <div className="flex min-h-0 flex-1">
        {error ? (
          <EmptyState
            tone="bad"
            title="The versions cannot be shown"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          >
            {toProblem(error).detail}
          </EmptyState>
        ) : !data ? (
          <SkeletonRows label="Loading versions" />
        ) : moments.length === 0 ? (
          <EmptyState title={VERSIONS.noMoments}>{VERSIONS.noMomentsHint}</EmptyState>
        ) : (
          <>
            {isWide || !shown ? (
              <div className={isWide ? 'w-80 shrink-0 border-r border-line-1' : 'min-w-0 flex-1'}>{list}</div>
            ) : null}
            {shown ? (
              <div className="min-w-0 flex-1">
                <FolderAtMoment
                  key={shown.moment}
                  location={location}
                  moment={shown}
                  onRestored={() => void refetch()}
                />
              </div>
            ) : null}
          </>
        )}
      </div>
    </div>
  );
}
