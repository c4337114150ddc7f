import { Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, cn, IconButton } from '@zo/web/ui';
import { frontMatterOf, withField, withNewField, withoutField, type Field } from './model/front-matter-fields';
import { useHeld } from './use-held';

interface FrontMatterPanelProps {
  text: string;
  /** Called with the text of the note after an edit of a field. */
  onEdit: (change: (text: string) => string) => void;
}

/** ED-01: the fields of the front matter above the body. What is no simple field is shown as written. */
export function FrontMatterPanel({ text, onEdit }: FrontMatterPanelProps) {
  const { fields, others } = useMemo(() => frontMatterOf(text), [text]);
  if (fields.length === 0 && others.length === 0) return null;
  return (
    <div className="mb-4 border-b border-line-1 pb-4 text-sm">
      <dl className="grid grid-cols-[minmax(5rem,max-content)_1fr] items-center gap-x-5 gap-y-1">
        {fields.map((field) => (
          <FieldRow
            key={`${field.line} ${field.name}`}
            field={field}
            onChange={(value) => onEdit((current) => withField(current, { ...field, value }))}
            onRemove={() => onEdit((current) => withoutField(current, field))}
          />
        ))}
      </dl>
      {others.length > 0 ? (
        <pre className="note-raw mt-2" aria-label="Front matter as written">
          {others.map((other) => other.text).join('\n')}
        </pre>
      ) : null}
      <AddField onAdd={(name) => onEdit((current) => withNewField(current, name))} />
    </div>
  );
}

function FieldRow({
  field,
  onChange,
  onRemove,
}: {
  field: Field;
  onChange: (value: string) => void;
  onRemove: () => void;
}) {
  const { held, change, flush } = useHeld(field.value, onChange);
  return (
    <div className="group contents">
      <dt className="text-text-3">{field.name}</dt>
      <dd className="flex min-w-0 items-center">
        <input
          aria-label={field.name}
          className={cn(
            'min-w-0 flex-1 rounded-md bg-transparent px-2 py-1 inset-ring-focus outline-none',
            'hover:bg-surface-2 focus:bg-surface-2',
          )}
          value={held}
          placeholder="Empty"
          onChange={(event) => change(event.target.value)}
          onBlur={flush}
        />
        <IconButton
          label={`Remove ${field.name}`}
          size="sm"
          className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100"
          onClick={onRemove}
        >
          <X />
        </IconButton>
      </dd>
    </div>
  );
}

function AddField({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState<string>();
  const add = () => {
    const clean = name?.trim().replaceAll(/[:#\s]+/g, '-');
    if (clean) onAdd(clean);
    setName(undefined);
  };
  if (name === undefined)
    return (
      <Button variant="quiet" className="mt-2 -ml-2 text-text-2" onClick={() => setName('')}>
        <Plus />
        Add field
      </Button>
    );
  return (
    <input
      autoFocus
      aria-label="Name of the new field"
      placeholder="Name"
      className="mt-2 h-8 w-48 rounded-md bg-surface-2 px-2 inset-ring-focus outline-none"
      value={name}
      onChange={(event) => setName(event.target.value)}
      onBlur={add}
      onKeyDown={(event) => {
        if (event.key === 'Enter') add();
        if (event.key === 'Escape') setName(undefined);
      }}
    />
  );
}
