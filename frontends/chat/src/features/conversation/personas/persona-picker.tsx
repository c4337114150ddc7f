import { Drama, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from '@zo/web/router';
import {
  toProblem,
  useActiveZofilesQuery,
  useClearActiveZofileMutation,
  useSetActiveZofileMutation,
  useZofilesQuery,
} from '@zo/web/store';
import { cn, IconButton, Menu, toast, type MenuEntry } from '@zo/web/ui';
import { TEXT } from '../../../messages';

/** A line that only says something. */
const note = (label: string): MenuEntry => ({ label, disabled: true, onSelect: () => undefined });

/** ZF-04: who answers in chats. The list is loaded when the menu is first opened. */
export function PersonaPicker({ helper }: { helper: boolean }) {
  const [isWanted, setWanted] = useState(false);
  const { data: active, error: activeError, refetch: refetchActive } = useActiveZofilesQuery();
  const id = active?.main ?? null;
  // The name of who answers is in the list.
  const skip = !isWanted && id === null;
  const { data: zofiles, error, isFetching, refetch } = useZofilesQuery(undefined, { skip });
  const [setActive] = useSetActiveZofileMutation();
  const [clearActive] = useClearActiveZofileMutation();
  const navigate = useNavigate();
  const choose = (next: string | null) =>
    void (next === null ? clearActive() : setActive(next))
      .unwrap()
      .catch((failure: unknown) => toast.error(TEXT.personaFailed, { description: toProblem(failure).detail }));
  const onOpenChange = (open: boolean) => {
    if (!open) return;
    // Another device may have changed either.
    if (!skip) void refetch();
    void refetchActive();
    setWanted(true);
  };
  const people: MenuEntry[] = zofiles
    ? [
        { label: TEXT.noPersona, checked: id === null, onSelect: () => choose(null) },
        ...zofiles.map((zofile) => ({
          label: zofile.name,
          checked: zofile.id === id,
          onSelect: () => choose(zofile.id),
        })),
      ]
    : error && !isFetching
      ? [note(toProblem(error).detail), { label: 'Try again', icon: <RotateCcw />, onSelect: () => void refetch() }]
      : [note(TEXT.personasLoading)];
  const name = id === null ? TEXT.noPersona : zofiles?.find((zofile) => zofile.id === id)?.name;
  return (
    <Menu
      label={TEXT.personas}
      side="top"
      onOpenChange={onOpenChange}
      entries={[
        ...(helper ? [note(TEXT.helperHasNone)] : []),
        ...(activeError ? [note(toProblem(activeError).detail)] : []),
        ...people,
        'separator',
        { label: TEXT.newPersona, icon: <Plus />, onSelect: () => void navigate('/settings#your-ai') },
      ]}
    >
      <IconButton
        label={name ? `${TEXT.persona}: ${name}` : TEXT.persona}
        side="top"
        className={cn(id !== null && 'w-auto! min-w-7 gap-1.5 px-1.5')}
      >
        <Drama className={cn('shrink-0', id !== null && 'text-accent-text')} />
        {id !== null && name ? <span className="hidden max-w-32 truncate text-sm @md/tools:inline">{name}</span> : null}
      </IconButton>
    </Menu>
  );
}
