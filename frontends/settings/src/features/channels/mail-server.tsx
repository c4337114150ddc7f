import { useState, type FormEvent } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, Dialog, Field, toast } from '@zo/web/ui';
import { useRemoveMailServerMutation, useSetMailServerMutation, type Overview } from '../../api/channels.endpoints';
import { FormEnd } from '../../frame/form-end';
import { Row, Rows } from '../../frame/rows';
import { CHANNELS } from './messages';

type Server = Overview['server'];

function ServerForm({ server, onDone }: { server: Server; onDone: () => void }) {
  const [set, { isLoading }] = useSetMailServerMutation();
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? '').trim();
    const password = String(form.get('password') ?? '');
    const given = {
      host: text('host'),
      port: Number(text('port')),
      secure: form.get('secure') === 'on',
      username: text('username'),
      ...(password !== '' && { password }),
    };
    void set(given)
      .unwrap()
      .then(
        () => (toast.success(CHANNELS.saved), onDone()),
        (error: unknown) => setProblem(toProblem(error).detail),
      );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex gap-3">
        <Field label={CHANNELS.host} name="host" required defaultValue={server?.host} className="min-w-0 flex-1" />
        <Field
          label={CHANNELS.port}
          name="port"
          type="number"
          min={1}
          max={65_535}
          required
          defaultValue={server?.port ?? 587}
          className="w-24"
        />
      </div>
      <label className="flex min-h-6 items-center gap-2 text-sm pointer-coarse:min-h-11">
        <input type="checkbox" name="secure" defaultChecked={server?.secure} className="size-4 accent-accent" />
        {CHANNELS.secure}
      </label>
      <Field label={CHANNELS.username} name="username" autoComplete="off" defaultValue={server?.username} />
      <Field
        label={CHANNELS.password}
        name="password"
        type="password"
        autoComplete="new-password"
        hint={server ? CHANNELS.passwordKept : undefined}
      />
      <FormEnd problem={problem} action={CHANNELS.test} busy={isLoading} onCancel={onDone} />
    </form>
  );
}

/** Through which mail leaves; for the owner only. */
export function MailServerRows({ server }: { server: Server }) {
  const [open, setOpen] = useState(false);
  const [remove, { isLoading }] = useRemoveMailServerMutation();
  const take = () =>
    void remove()
      .unwrap()
      .then(
        () => toast.success(CHANNELS.removed),
        (error: unknown) => toast.error(CHANNELS.notDone, { description: toProblem(error).detail }),
      );
  return (
    <Rows title={CHANNELS.server}>
      <Row
        label={server ? `${server.host}:${server.port}` : CHANNELS.noServer}
        hint={server ? (server.fixed ? CHANNELS.fixed : server.username) : CHANNELS.noServerHint}
      >
        {server?.fixed ? null : (
          <Button size="md" onClick={() => setOpen(true)}>
            {server ? CHANNELS.change : CHANNELS.setUp}
          </Button>
        )}
        {server && !server.fixed ? (
          <Button size="md" busy={isLoading} onClick={take}>
            {CHANNELS.remove}
          </Button>
        ) : null}
      </Row>
      <Dialog open={open} onOpenChange={setOpen} title={CHANNELS.form} description={CHANNELS.formHint}>
        {open ? <ServerForm server={server} onDone={() => setOpen(false)} /> : null}
      </Dialog>
    </Rows>
  );
}
