import { useId, useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { cn, Field, INPUT_LOOK, TabRow, toast } from '@zo/web/ui';
import { useAddMcpServerMutation } from '../../api/mcp-servers.endpoints';
import { FormEnd } from '../../frame/form-end';
import { SERVERS } from './server-messages';
import { parseVariables } from './variables';

type Kind = 'address' | 'command';

/** Adds an MCP server. It is asked for its tools first, so that only a working one is saved. */
export function ServerForm({ onAdded, onCancel }: { onAdded: (id: string) => void; onCancel: () => void }) {
  const [kind, setKind] = useState<Kind>('address');
  const [wrong, setWrong] = useState<string>();
  const [add, { isLoading, error, reset }] = useAddMcpServerMutation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    const secret = text('secret');
    const { env, line } = parseVariables(text('env'));
    setWrong(line === undefined ? undefined : SERVERS.notAVariable(line));
    if (line !== undefined) return;
    const more =
      kind === 'address' ? { url: text('url'), ...(secret && { secret }) } : { command: text('command'), env };
    void add({ name: text('name'), ...more })
      .unwrap()
      .then(
        ({ id, name }) => (toast.success(SERVERS.added(name)), onAdded(id)),
        () => undefined,
      );
  };
  return (
    <form aria-label={SERVERS.form} onSubmit={submit} className="flex flex-col gap-3.5 px-4 py-4">
      <TabRow
        label={SERVERS.kind}
        value={kind}
        onChange={(next) => (setKind(next), setWrong(undefined), reset())}
        className="[&>div]:bg-surface-3"
        tabs={[
          { value: 'address', label: SERVERS.kinds.address },
          { value: 'command', label: SERVERS.kinds.command },
        ]}
      />
      <Field
        label={SERVERS.name}
        name="name"
        required
        maxLength={60}
        autoComplete="off"
        placeholder={SERVERS.namePlaceholder}
      />
      {kind === 'address' ? (
        <>
          <Field label={SERVERS.address} name="url" type="url" required placeholder="https://mcp.example.com/mcp" />
          <Field label={SERVERS.secret} name="secret" type="password" autoComplete="off" hint={SERVERS.secretHint} />
        </>
      ) : (
        <CommandFields />
      )}
      <FormEnd
        problem={wrong ?? (error ? toProblem(error).detail : undefined)}
        action={isLoading ? SERVERS.connecting : SERVERS.connect}
        busy={isLoading}
        onCancel={onCancel}
      />
    </form>
  );
}

function CommandFields() {
  const variables = useId();
  return (
    <>
      <Field
        label={SERVERS.command}
        name="command"
        required
        maxLength={2_000}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        className="[&_input]:font-mono"
        placeholder="npx -y @modelcontextprotocol/server-memory"
        hint={SERVERS.commandHint}
      />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={variables} className="text-sm font-medium text-text-1">
          {SERVERS.variables}
        </label>
        <textarea
          id={variables}
          aria-describedby={`${variables}-note`}
          name="env"
          rows={2}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder="API_KEY=…"
          className={cn(INPUT_LOOK, 'h-auto py-2 font-mono pointer-coarse:h-auto')}
        />
        <p id={`${variables}-note`} className="text-xs text-text-3">
          {SERVERS.variablesHint}
        </p>
      </div>
    </>
  );
}
