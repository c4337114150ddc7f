import type { FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { Field, toast } from '@zo/web/ui';
import { useAddMcpServerMutation } from '../../api/mcp-servers.endpoints';
import { FormEnd } from '../../frame/form-end';
import { SERVERS } from './server-messages';

/** Adds an MCP server. It is asked for its tools first, so that only a working one is saved. */
export function ServerForm({ onAdded, onCancel }: { onAdded: (id: string) => void; onCancel: () => void }) {
  const [add, { isLoading, error }] = useAddMcpServerMutation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const secret = text('secret');
    void add({ name: text('name'), url: text('url'), ...(secret && { secret }) })
      .unwrap()
      .then(
        ({ id, name }) => (toast.success(SERVERS.added(name)), onAdded(id)),
        () => undefined,
      );
  };
  return (
    <form
      aria-label={SERVERS.form}
      onSubmit={submit}
      className="flex flex-col gap-3.5 rounded-xl bg-surface-2 px-4 py-4"
    >
      <Field
        label={SERVERS.name}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        placeholder={SERVERS.namePlaceholder}
      />
      <Field label={SERVERS.address} name="url" type="url" required placeholder="https://mcp.example.com/mcp" />
      <Field label={SERVERS.secret} name="secret" type="password" autoComplete="off" hint={SERVERS.secretHint} />
      <FormEnd
        problem={error ? toProblem(error).detail : undefined}
        action={isLoading ? SERVERS.connecting : SERVERS.connect}
        busy={isLoading}
        onCancel={onCancel}
      />
    </form>
  );
}
