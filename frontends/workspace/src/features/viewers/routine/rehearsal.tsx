import {
  Clapperboard,
  FilePen,
  FileText,
  Globe,
  Trash2,
  CircleCheck,
  CircleHelp,
  CircleX,
  Clock,
  LoaderCircle,
  MessageCircle,
  Plug,
  Send,
  Sparkles,
  SquareTerminal,
  X,
} from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from '@zo/web/router';
import { fileHref } from '@zo/web/paths';
import { cn, IconButton } from '@zo/web/ui';
import { routinesApi, type Rehearsal as Told } from '../../../api/routines.endpoints';
import { useNoteLocation } from '../note/note-context';
import { moneyWords, REHEARSAL } from './messages';

type Effect = Told['effects'][number];
type Kind = Effect['kind'];

const POLL_MS = 1_500;
const ICONS: Record<Kind, ReactNode> = {
  read: <FileText />,
  write: <FilePen />,
  delete: <Trash2 />,
  reach: <Globe />,
  run: <SquareTerminal />,
  send: <Send />,
  ask: <CircleHelp />,
  make: <Clapperboard />,
  schedule: <Clock />,
  app: <Plug />,
  work: <Sparkles />,
  wake: <Sparkles />,
};
/** In the order in which a careful person asks. */
const ORDER: readonly Kind[] = [
  'read',
  'run',
  'write',
  'delete',
  'reach',
  'make',
  'send',
  'app',
  'schedule',
  'work',
  'ask',
  'wake',
];

interface RehearsalProps {
  readonly routineId: string;
  readonly runId: string;
  /** Dollars that a run may spend; null: no limit. */
  readonly budget: number | null;
  readonly onClose: () => void;
}

/** What a run would do and cost, as its rehearsal tells it. */
export function Rehearsal({ routineId, runId, budget, onClose }: RehearsalProps) {
  const location = useNoteLocation();
  const [isOver, setIsOver] = useState(false);
  const { data, error } = routinesApi.useRehearsalQuery(
    { id: routineId, runId },
    { pollingInterval: isOver ? 0 : POLL_MS },
  );
  const isRunning = !data || data.status === 'running' || data.status === 'waiting';
  if (isOver === isRunning) setIsOver(!isRunning);
  return (
    <section aria-label={REHEARSAL.title} className="mt-4 rounded-lg border border-line-1">
      <div className="flex h-10 items-center gap-2 border-b border-line-1 pr-1 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-medium">{REHEARSAL.title}</h2>
        {data ? (
          <Link
            to={`${fileHref(location)}?chat=${data.conversation_id}&chat_view=sidebar`}
            className="flex items-center gap-1.5 rounded-md px-2 py-1 text-text-2 hover:bg-surface-2"
          >
            <MessageCircle aria-hidden className="size-4" />
            {REHEARSAL.chat}
          </Link>
        ) : null}
        <IconButton label={REHEARSAL.close} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {error ? (
        <p role="alert" className="px-3 py-2.5 text-bad">
          {REHEARSAL.notRead}
        </p>
      ) : (
        <Verdict told={data} isRunning={isRunning} />
      )}
      {data ? <Effects {...data} /> : null}
      {data && !isRunning ? <Costs told={data} budget={budget} /> : null}
    </section>
  );
}

function Verdict({ told, isRunning }: { told: Told | undefined; isRunning: boolean }) {
  const isDone = told?.status === 'complete';
  const Icon = isRunning ? LoaderCircle : isDone ? CircleCheck : CircleX;
  return (
    <div
      role="status"
      className={cn('flex items-start gap-2 px-3 py-2.5', !isRunning && (isDone ? 'bg-good-soft' : 'bg-bad-soft'))}
    >
      <Icon
        aria-hidden
        className={cn(
          'mt-0.5 size-4 shrink-0',
          isRunning ? 'animate-spin text-text-2' : isDone ? 'text-good' : 'text-bad',
        )}
      />
      <div className="min-w-0">
        <p className="font-medium">{isRunning ? REHEARSAL.running : REHEARSAL.nothing}</p>
        {!isRunning && !isDone ? <p className="break-words">{told?.error ?? REHEARSAL.ended}</p> : null}
      </div>
    </div>
  );
}

function Effects({ effects, more }: Pick<Told, 'effects' | 'more'>) {
  const groups = ORDER.map((kind) => ({
    kind,
    found: effects.filter((effect) => effect.kind === kind),
    unlisted: more.find((of) => of.kind === kind)?.count ?? 0,
  }));
  return groups
    .filter(({ found, unlisted }) => found.length + unlisted > 0)
    .map(({ kind, found, unlisted }) => (
      <div key={kind} className="border-t border-line-1 px-3 py-2.5">
        <h3 className="text-xs font-medium text-text-2">{REHEARSAL.would[kind]}</h3>
        <ul aria-label={REHEARSAL.would[kind]} className="mt-1.5 space-y-1.5">
          {found.map(({ what, tool, asks, failed, when }, index) => (
            <li
              key={index}
              className="flex items-start gap-2 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-text-2"
            >
              {ICONS[kind]}
              <span
                className={cn(
                  'line-clamp-6 min-w-0 flex-1 break-words whitespace-pre-wrap',
                  kind === 'run' && 'font-mono text-xs leading-5',
                )}
              >
                {kind === 'app' ? `${tool} ${what}` : what || tool}
              </span>
              {asks ? <span className="shrink-0 text-xs leading-5 text-warn">{REHEARSAL.asks}</span> : null}
              {failed ? <span className="shrink-0 text-xs leading-5 text-bad">{REHEARSAL.failed}</span> : null}
              {when ? <span className="shrink-0 text-xs leading-5 text-text-2">{REHEARSAL.when[when]}</span> : null}
            </li>
          ))}
        </ul>
        {unlisted > 0 ? <p className="mt-1.5 text-text-2">{REHEARSAL.more(unlisted)}</p> : null}
        {kind === 'run' ? (
          <p className="mt-1.5 text-xs text-text-2">
            {found.every(({ ran }) => ran) ? REHEARSAL.ranOnCopy : REHEARSAL.notRun}
          </p>
        ) : null}
      </div>
    ));
}

function Costs({ told, budget }: { told: Told; budget: number | null }) {
  const lines = [
    [REHEARSAL.thisOne, moneyWords(told.cost)],
    [told.usual_runs > 0 ? REHEARSAL.usual(told.usual_runs) : REHEARSAL.noUsual, moneyWords(told.usual_cost)],
    ...(budget === null ? [] : [[REHEARSAL.most, moneyWords(budget)]]),
  ] as const;
  return (
    <div className="border-t border-line-1 px-3 py-2.5">
      <h3 className="text-xs font-medium text-text-2">{REHEARSAL.cost}</h3>
      <dl className="mt-1.5 space-y-1">
        {lines.map(([name, cost]) => (
          <div key={name} className="flex justify-between gap-3">
            <dt>{name}</dt>
            <dd className="tabular-nums">{cost}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
