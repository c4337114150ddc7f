import {
  Check,
  ChevronDown,
  ChevronRight,
  Ellipsis,
  FileText,
  Folder,
  Globe,
  MessageCircle,
  Plus,
  Search,
  Settings2,
  SquareTerminal,
} from 'lucide-react';
import { Link } from '@zo/web/router';
import { cn } from '@zo/web/ui/cn';
import { Meter } from '@zo/web/ui/meter';
import { Logo } from '../layout/mark';
import { SAMPLE_DAYS, SAMPLE_TREE } from './sample';

const ADDRESS = cn(
  'flex h-7 min-w-0 items-center rounded-md bg-surface-2 px-3 font-mono text-sm pointer-coarse:h-11',
  'focus-within:outline-2 focus-within:outline-focus',
);
const RAIL = cn(
  'flex w-12 shrink-0 flex-col items-center gap-1 border-r border-line-1 bg-surface-0 py-2.5',
  'text-text-2 @max-xl:hidden [&_svg]:size-[17px]',
);

/** LP-06: the sign-up address of a control in the demo; `src` records which control was pressed. */
export type SignUpHref = (src: 'chat' | 'stats' | 'files') => string;

function Tree({ door }: { door: SignUpHref }) {
  return (
    <ul aria-label="Sample files" className="flex-1 overflow-hidden px-2 pt-1">
      {SAMPLE_TREE.map(({ label, icon: Shape, depth, open, current }) => (
        <li key={label}>
          <Link
            to={door('files')}
            className={cn(
              'flex h-[30px] items-center gap-1 rounded-md pr-2 text-base',
              depth ? 'pl-5' : 'pl-1',
              current ? 'bg-surface-4 font-medium' : 'text-text-2 hover:bg-surface-3 hover:text-text-1',
            )}
          >
            <span className="flex w-5 shrink-0 justify-center text-text-3">
              {open === undefined ? null : <ChevronRight aria-hidden className={cn('size-3.5', open && 'rotate-90')} />}
            </span>
            <Shape aria-hidden className="size-4" />
            <span className="ml-1 truncate">{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Note() {
  const task = (done: boolean, text: string) => (
    <li className="task-list-item">
      <span role="img" aria-label={done ? 'Done' : 'Open'} className={`task-box ${done ? 'task-done' : ''}`}>
        {done ? <Check strokeWidth={3} /> : null}
      </span>
      {done ? <del className="text-text-3">{text}</del> : text}
    </li>
  );
  return (
    <div className="prose-zo px-6 pt-8 pb-6 md:px-10">
      <h2 className="!mt-0 !mb-4 !text-3xl">Trip to Kyoto</h2>
      <dl className="mb-5 grid grid-cols-[5.5rem_1fr] gap-y-1.5 border-b border-line-1 pb-4 text-sm">
        <dt className="text-text-2">status</dt>
        <dd>booked</dd>
        <dt className="text-text-2">dates</dt>
        <dd>3 Dec to 9 Dec</dd>
      </dl>
      <p>
        Six nights in <strong>Higashiyama</strong>, near the river. Flights are in{' '}
        <span className="rounded-md bg-accent-soft px-1.5 py-0.5 text-base font-medium text-accent-text">
          tickets.pdf
        </span>
        , and the budget lives in{' '}
        <span className="rounded-md bg-accent-soft px-1.5 py-0.5 text-base font-medium text-accent-text">
          sales.csv
        </span>
        .
      </p>
      <h3>Before leaving</h3>
      <ul className="contains-task-list">
        {task(true, 'Renew passport')}
        {task(false, 'Pocket wifi, pick up at Kansai arrivals')}
        {task(false, 'Ask for a packing list that fits 38 litres')}
      </ul>
      <h3>Days</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Morning</th>
            <th scope="col" className="max-sm:hidden">
              Afternoon
            </th>
            <th scope="col" align="right">
              Budget
            </th>
          </tr>
        </thead>
        <tbody>
          {SAMPLE_DAYS.map(([day, morning, afternoon, budget]) => (
            <tr key={day}>
              <td>{day}</td>
              <td>{morning}</td>
              <td className="max-sm:hidden">{afternoon}</td>
              <td align="right">{budget}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const PLACES = [Folder, Search, MessageCircle, Globe];

/** LP-02, LP-06: a sample computer under the handle being typed. The handle field is its address bar. */
export function ComputerWindow({
  handle,
  domain,
  onHandle,
  door,
}: {
  handle: string;
  domain: string;
  onHandle?: (text: string) => void;
  door: SignUpHref;
}) {
  const name = handle.trim() || 'you';
  return (
    <section
      aria-label="A computer, with sample files"
      className={cn(
        '@container flex h-full min-h-0 flex-col overflow-hidden rounded-xl',
        'border border-line-2 bg-surface-1 shadow-float',
      )}
    >
      <div className="flex h-11 shrink-0 items-center gap-4 border-b border-line-1 bg-surface-0 px-4">
        <span aria-hidden className="flex gap-2">
          {[0, 1, 2].map((dot) => (
            <span key={dot} className="size-[11px] rounded-full bg-line-2" />
          ))}
        </span>
        <label className={ADDRESS}>
          <span className="sr-only">Address of the computer</span>
          <input
            value={handle}
            placeholder="you"
            readOnly={!onHandle}
            onChange={(event) => onHandle?.(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="field-sizing-content max-w-48 min-w-[1ch] bg-transparent outline-none"
          />
          <span className="truncate text-text-2">.{domain}</span>
        </label>
      </div>
      <div className="flex min-h-0 flex-1">
        <div aria-hidden className={RAIL}>
          <Logo className="mb-2" />
          {PLACES.map((Place, at) => (
            <span
              key={at}
              className={cn(
                'flex size-8 items-center justify-center rounded-md',
                at === 0 && 'bg-surface-4 text-text-1',
              )}
            >
              <Place />
            </span>
          ))}
          <span className="flex-1" />
          <span className="flex size-8 items-center justify-center">
            <SquareTerminal />
          </span>
          <span className="flex size-8 items-center justify-center">
            <Settings2 />
          </span>
        </div>
        <div className="flex w-56 shrink-0 flex-col border-r border-line-1 bg-surface-0 @max-2xl:hidden">
          <div className="flex h-12 shrink-0 items-center gap-1 pr-3 pl-4 text-text-2 [&_svg]:size-4">
            <span className="max-w-36 truncate text-base font-semibold text-text-1">{name}</span>
            <ChevronDown className="!size-3.5" />
            <span className="flex-1" />
            <Plus className="mr-2" />
            <Ellipsis />
          </div>
          <Tree door={door} />
          <Link to={door('stats')} className="block shrink-0 border-t border-line-1 px-4 py-2.5 hover:bg-surface-3">
            <span className="flex h-5 items-center gap-2.5 text-sm">
              <span className="size-2 rounded-full bg-good" />
              <span className="font-medium">Computer is on</span>
            </span>
            <span className="mt-1.5 grid grid-cols-3 gap-2.5 text-xs text-text-2">
              {(
                [
                  ['CPU', 12],
                  ['Memory', 31],
                  ['Disk', 21],
                ] as const
              ).map(([label, value]) => (
                <span key={label}>
                  <span className="block truncate">{label}</span>
                  <Meter label={label} value={value} className="mt-1" />
                </span>
              ))}
            </span>
          </Link>
        </div>
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="flex h-12 shrink-0 items-center gap-1.5 border-b border-line-1 px-5 text-base">
            <FileText aria-hidden className="size-4 text-text-2" />
            <span className="text-text-2">Notes</span>
            <span className="text-text-3">/</span>
            <span className="truncate font-semibold">Trip to Kyoto.md</span>
            <span className="ml-2 flex items-center gap-1 text-sm text-text-2">
              <Check aria-hidden className="size-3.5" />
              Saved
            </span>
          </div>
          <div className="min-h-0 flex-1 overflow-hidden">
            <Note />
          </div>
        </div>
      </div>
    </section>
  );
}
