import { useRef } from 'react';
import type { Location } from '@zo/web/paths';
import { useLocation, useNavigate } from '@zo/web/router';
import { useIsWide } from '@zo/web/ui';
import { useFolderMomentsInfiniteQuery, type FolderMoment } from '../../api/versions.endpoints';
import { useOpen, viewHref } from '../../navigation/use-open';
import { FolderAtMoment } from './folder-at-moment';
import { FolderTimeline } from './folder-timeline';
import { leaveKeys } from './leave-keys';
import { VERSIONS } from './messages';
import { VersionsBody } from './versions-body';
import { VersionsHeader } from './versions-header';

/** The list beside the files of a moment needs this much room. */
const WIDE_PX = 720;

/** What happened in a folder beside what was in it at a chosen moment. On a narrow screen the list comes first. */
export default function FolderVersionsPage({ location }: { location: Location }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useFolderMomentsInfiniteQuery(location);
  const { search } = useLocation();
  const navigate = useNavigate();
  const open = useOpen();
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
  const onBack = !isWide && chosen ? () => void go() : undefined;
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
    <div
      ref={pane}
      {...leaveKeys(onBack ?? (() => open(location)))}
      className="flex h-full flex-col inset-ring-focus outline-none"
    >
      <VersionsHeader location={location} isFolder onBack={onBack} />
      <div className="flex min-h-0 flex-1">
        <VersionsBody
          error={error}
          onRetry={() => void refetch()}
          isLoading={!data}
          isEmpty={moments.length === 0}
          emptyHint={VERSIONS.noMomentsHint}
          isWide={isWide}
          list={list}
          listClass="w-80"
        >
          {shown ? <FolderAtMoment key={shown.moment} location={location} moment={shown} /> : null}
        </VersionsBody>
      </div>
    </div>
  );
}
