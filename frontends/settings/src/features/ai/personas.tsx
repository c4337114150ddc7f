import { Ellipsis, MessageSquare, MessageSquareOff, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Zofile } from '@zo/web/api';
import {
  toProblem,
  useActiveZofilesQuery,
  useClearActiveZofileMutation,
  useDeleteZofileMutation,
  useSetActiveZofileMutation,
  useZofilesQuery,
} from '@zo/web/store';
import { Button, ConfirmDialog, IconButton, Menu, returnLostFocus, toast } from '@zo/web/ui';
import { Row, Rows, Tag } from '../../frame/rows';
import { PERSONAS } from './messages';
import { PersonaAvatar } from './persona-avatar';
import { PersonaForm } from './persona-form';

function PersonaRow({ zofile, isActive, onEdit }: { zofile: Zofile; isActive: boolean; onEdit: () => void }) {
  const [setActive] = useSetActiveZofileMutation();
  const [clearActive] = useClearActiveZofileMutation();
  const [remove, { isLoading: removing }] = useDeleteZofileMutation();
  const [asking, setAsking] = useState(false);
  const use = () =>
    void (isActive ? clearActive() : setActive(zofile.id))
      .unwrap()
      .catch((error: unknown) => toast.error(PERSONAS.activeFailed, { description: toProblem(error).detail }));
  return (
    <Row
      icon={<PersonaAvatar {...zofile} />}
      label={zofile.name}
      hint={<span className="line-clamp-1 break-all">{zofile.prompt.trim() || PERSONAS.noPrompt}</span>}
    >
      {isActive ? <Tag tone="good">{PERSONAS.inChats}</Tag> : null}
      <Button onClick={onEdit} aria-label={`Edit ${zofile.name}`}>
        Edit
      </Button>
      <Menu
        label={`Options of ${zofile.name}`}
        entries={[
          {
            label: isActive ? PERSONAS.stopUsing : PERSONAS.use,
            icon: isActive ? <MessageSquareOff /> : <MessageSquare />,
            onSelect: use,
          },
          { label: 'Edit', icon: <Pencil />, onSelect: onEdit },
          { label: 'Delete', icon: <Trash2 />, danger: true, onSelect: () => setTimeout(() => setAsking(true), 40) },
        ]}
      >
        <IconButton label={`Options of ${zofile.name}`}>
          <Ellipsis />
        </IconButton>
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${zofile.name}?`}
        description={PERSONAS.deleteHint}
        action="Delete"
        busy={removing}
        onConfirm={() =>
          void remove(zofile.id)
            .unwrap()
            .then(
              () => setAsking(false),
              (error: unknown) => toast.error(toProblem(error).detail),
            )
        }
      />
    </Row>
  );
}

/** ZF-01, ZF-04: the personas, and the one that answers in chats. */
export function Personas() {
  const { data: zofiles, error, refetch } = useZofilesQuery();
  const { data: active } = useActiveZofilesQuery();
  const [editing, setEditing] = useState<string | 'new' | null>(null);
  const done = () => {
    setEditing(null);
    returnLostFocus();
  };
  const hasSome = Boolean(zofiles?.length);
  return (
    <Rows title={PERSONAS.title}>
      {error ? (
        <Row label={toProblem(error).detail}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Row>
      ) : null}
      {zofiles?.map((zofile) =>
        editing === zofile.id ? (
          <PersonaForm key={zofile.id} zofile={zofile} onDone={done} />
        ) : (
          <PersonaRow
            key={zofile.id}
            zofile={zofile}
            isActive={zofile.id === active?.main}
            onEdit={() => setEditing(zofile.id)}
          />
        ),
      )}
      {editing === 'new' ? (
        <PersonaForm onDone={done} />
      ) : (
        <Row
          label={hasSome ? PERSONAS.another : PERSONAS.none}
          hint={hasSome ? PERSONAS.anotherHint : PERSONAS.noneHint}
        >
          <Button size="md" onClick={() => setEditing('new')}>
            <Plus />
            New persona
          </Button>
        </Row>
      )}
    </Rows>
  );
}
