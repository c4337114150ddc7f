import { FolderSearch, HardDrive, ListTodo, NotebookPen } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Location } from '@zo/web/paths';
import { cn, Skeleton } from '@zo/web/ui';
import { Link, useNavigate } from '@zo/web/router';
import { skipToken, useFolderQuery } from '@zo/web/store';
import { TEXT } from '../../messages';
import { useModels } from './models/use-models';
import { suggestionsFor, type Suggestion } from './starters';

const ICONS: Record<Suggestion['icon'], typeof FolderSearch> = {
  look: FolderSearch,
  note: NotebookPen,
  disk: HardDrive,
  search: ListTodo,
};

/** A chat before its first message: the composer at one third of the height, and four suggestions. */
export function EmptyChat({
  full,
  openFile,
  composer,
  onStart,
}: {
  full: boolean;
  openFile?: Location;
  composer: ReactNode;
  onStart: (text: string) => void;
}) {
  const { current, isLoading: isLoadingModels } = useModels();
  const helper = current?.helper ?? false;
  const navigate = useNavigate();
  const { currentData: files, isLoading: isLoadingFiles } = useFolderQuery(
    helper ? { root: 'w', path: [] } : skipToken,
  );
  const start = ({ does }: Suggestion) => ('to' in does ? void navigate(does.to) : onStart(does.text));
  // When the listing cannot be read, assume that the file exists: appending is always safe.
  const hasIdeas = files?.names.includes('Ideas.md') ?? true;
  // Which messages the suggestions send depends on who answers: the helper does not understand those for a model.
  const chips =
    isLoadingModels || isLoadingFiles ? (
      <LoadingSuggestions full={full} />
    ) : (
      <div className={cn('grid gap-2', full && 'sm:grid-cols-2')}>
        {suggestionsFor({ helper, openFile, hasIdeas }).map((starter) => {
          const Shape = ICONS[starter.icon];
          return (
            <button
              key={starter.title}
              type="button"
              onClick={() => start(starter)}
              className={cn(
                'flex min-w-0 items-start gap-3 rounded-lg border border-line-1 bg-surface-2',
                'px-3.5 py-2.5 text-left transition-colors duration-[120ms]',
                'hover:bg-surface-3 active:bg-surface-4',
              )}
            >
              <Shape aria-hidden className="mt-0.5 size-4 text-accent-text" />
              <span className="min-w-0">
                <span className="block truncate text-base font-medium">{starter.title}</span>
                <span className="block truncate text-sm text-text-2">{starter.hint}</span>
              </span>
            </button>
          );
        })}
      </div>
    );
  const note = helper ? <HelperNote /> : null;
  if (!full) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <div className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-y-auto px-3 pb-4">
          <h2 className="px-1 text-xl font-semibold">{TEXT.emptyTitle}</h2>
          {chips}
          {note}
        </div>
        <div className="shrink-0 px-3 pb-3">{composer}</div>
      </div>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4">
      <div className="mx-auto flex w-full max-w-[44rem] flex-col gap-5 pt-[max(3rem,21vh)] pb-10">
        <h2 className="text-center text-3xl font-semibold max-sm:text-2xl">{TEXT.emptyTitle}</h2>
        {composer}
        {chips}
        {note}
      </div>
    </div>
  );
}

function LoadingSuggestions({ full }: { full: boolean }) {
  return (
    <div role="status" aria-label="Loading suggestions" className={cn('grid gap-2', full && 'sm:grid-cols-2')}>
      {['first', 'second', 'third', 'fourth'].map((key) => (
        <Skeleton key={key} className="h-16 rounded-lg" />
      ))}
    </div>
  );
}

/** Explains that the built-in helper answers while no model is configured. */
export function HelperNote() {
  return (
    <p className="px-1 text-sm text-text-2">
      The built-in helper answers: it does what it is told in plain forms, such as{' '}
      <code className="font-mono text-xs">list</code> or <code className="font-mono text-xs">read notes.md</code>.{' '}
      <Link to="/settings#your-ai" className="font-medium text-accent-text hover:underline">
        {TEXT.addModel}
      </Link>{' '}
      for conversation.
    </p>
  );
}
