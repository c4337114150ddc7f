import { Inbox, PenLine } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { Button, cn, EmptyState, SkeletonRows, TabRow, useIsWide } from '@zo/web/ui';
import { useChannelsQuery, useLettersQuery, type Overview } from '../../api/channels.endpoints';
import { LetterRow } from './letter-row';
import { LetterView } from './letter-view';
import { OUTBOX } from './messages';
import { WriteDialog } from './write-dialog';

type Tab = 'all' | 'email' | 'held';

/** The list beside a message needs as much room as @3xl. */
const WIDE_PX = 768;

const narrowedBy = (tab: Tab) =>
  tab === 'held' ? { held: true } : tab === 'email' ? { channel: 'email' as const } : {};

function Top({ overview, isReading, onWrite }: { overview?: Overview; isReading: boolean; onWrite: () => void }) {
  return (
    <header
      className={cn(
        'flex shrink-0 flex-wrap items-end gap-3 border-b border-line-1 px-4 pt-6 pb-4 @3xl:px-6 max-md:pt-4',
        // There is room for one thing only.
        isReading && 'hidden @3xl:flex',
      )}
    >
      <div className="min-w-48 flex-1">
        <h1 className="text-2xl font-semibold max-md:sr-only">{OUTBOX.title}</h1>
        {overview ? (
          <p className="text-base text-text-2">{overview.mail.sends ? OUTBOX.lead.sent : OUTBOX.lead.kept}</p>
        ) : null}
      </div>
      <div className="flex gap-3">
        <Button asChild size="md">
          <Link to="/settings/channels">{OUTBOX.setUp}</Link>
        </Button>
        <Button size="md" onClick={onWrite}>
          <PenLine />
          {OUTBOX.write}
        </Button>
      </div>
    </header>
  );
}

interface ListProps {
  tab: Tab;
  before?: string;
  open: string | undefined;
  onOpen: (id: string) => void;
}

/** A page of messages, and the pages after it. */
function Letters({ tab, before, open, onOpen }: ListProps) {
  const { data, error, refetch } = useLettersQuery({ ...narrowedBy(tab), ...(before && { before }) });
  const { data: overview } = useChannelsQuery();
  const [hasMore, setHasMore] = useState(false);
  if (error)
    return (
      <EmptyState
        tone="bad"
        title={OUTBOX.failed}
        action={
          <Button size="md" onClick={() => void refetch()}>
            {OUTBOX.again}
          </Button>
        }
      >
        {toProblem(error).detail}
      </EmptyState>
    );
  if (!data) return <SkeletonRows label={OUTBOX.title} />;
  if (data.items.length === 0 && !before)
    return (
      <EmptyState icon={<Inbox />} title={tab === 'held' ? OUTBOX.noneHeld : OUTBOX.none}>
        {tab === 'held' ? OUTBOX.noneHeldHint : overview ? OUTBOX.noneHint(overview.mail.address) : null}
      </EmptyState>
    );
  return (
    <>
      <ul>
        {data.items.map((letter) => (
          <LetterRow
            key={letter.id}
            letter={letter}
            now={Date.now()}
            isOpen={letter.id === open}
            onOpen={() => onOpen(letter.id)}
          />
        ))}
      </ul>
      {data.next && hasMore ? <Letters tab={tab} before={data.next} open={open} onOpen={onOpen} /> : null}
      {data.next && !hasMore ? (
        <Button className="mx-3 my-2" onClick={() => setHasMore(true)}>
          {OUTBOX.older}
        </Button>
      ) : null}
    </>
  );
}

/** CM-01: what arrived, and what was sent or would have been. */
export function OutboxSection() {
  const { data: overview } = useChannelsQuery();
  const [tab, setTab] = useState<Tab>('all');
  const [open, setOpen] = useState<string>();
  const [isWriting, setIsWriting] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(pane, WIDE_PX);
  const { currentData: letters } = useLettersQuery(narrowedBy(tab));
  const shown = open ?? (isWide ? letters?.items[0]?.id : undefined);
  return (
    <div ref={pane} className="@container flex h-full flex-col">
      <Top overview={overview} isReading={open !== undefined} onWrite={() => setIsWriting(true)} />
      <div className="flex min-h-0 flex-1">
        <div
          className={cn(
            'min-h-0 w-full overflow-y-auto border-line-1 p-2 @3xl:w-88 @3xl:shrink-0 @3xl:border-r',
            open && 'hidden @3xl:block',
          )}
        >
          <TabRow
            label={OUTBOX.kinds}
            value={tab}
            onChange={setTab}
            className="mx-1 mb-2"
            tabs={[
              { value: 'all', label: OUTBOX.all },
              { value: 'email', label: OUTBOX.email },
              { value: 'held', label: OUTBOX.heldTab },
            ]}
          />
          <Letters key={tab} tab={tab} open={shown} onOpen={setOpen} />
          <p className="px-3 py-2 text-xs text-text-2">{OUTBOX.keptFor}</p>
        </div>
        {shown ? <LetterView key={shown} id={shown} onOpen={setOpen} onClose={() => setOpen(undefined)} /> : null}
      </div>
      {isWriting ? (
        <WriteDialog
          open
          onClose={() => setIsWriting(false)}
          onSent={(id) => (setIsWriting(false), setTab('all'), setOpen(id))}
        />
      ) : null}
    </div>
  );
}
