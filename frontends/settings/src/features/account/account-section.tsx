import { Copy } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link } from '@zo/web/router';
import { toProblem, useChangePasswordMutation, useUpdateMeMutation, type Me } from '@zo/web/store';
import { Button, Field, IconButton, Input, toast, writeClipboard } from '@zo/web/ui';
import { Row, Rows, SectionPage } from '../../frame/rows';
import { Sessions } from './sessions';

function NameRow({ me }: { me: Me }) {
  const [name, setName] = useState(me.profile.full_name ?? '');
  const [update] = useUpdateMeMutation();
  const save = () => {
    if (name.trim() === (me.profile.full_name ?? '')) return;
    void update({ full_name: name.trim() })
      .unwrap()
      .then(
        () => toast.success('Name saved'),
        (error: unknown) => toast.error('Name not saved', { description: toProblem(error).detail }),
      );
  };
  return (
    <Row label="Name" hint="Shown to people you work with">
      <Input
        aria-label="Name"
        value={name}
        autoComplete="name"
        onChange={(event) => setName(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        className="max-w-56"
      />
    </Row>
  );
}

function AddressRow({ label, hint, value }: { label: string; hint: string; value: string }) {
  const copy = () =>
    void writeClipboard(value).then(
      () => toast.success('Copied'),
      () => toast.error('Nothing was copied'),
    );
  return (
    <Row label={label} hint={hint}>
      <code className="truncate font-mono text-sm text-text-2">{value}</code>
      <IconButton label={`Copy ${label.toLowerCase()}`} onClick={copy}>
        <Copy />
      </IconButton>
    </Row>
  );
}

export function PasswordForm() {
  const [open, setOpen] = useState(false);
  const [change, { isLoading, error, reset }] = useChangePasswordMutation();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    void change({ current: String(fields.get('current')), next: String(fields.get('next')) })
      .unwrap()
      .then(
        () => (setOpen(false), toast.success('Password changed. Other devices were signed out.')),
        () => undefined,
      );
  };
  if (!open)
    return (
      <Row label="Password" hint="Changing it signs out all other devices">
        <Button onClick={() => (reset(), setOpen(true))}>Change</Button>
      </Row>
    );
  return (
    <form onSubmit={submit} className="flex flex-col gap-3 px-4 py-4">
      <Field
        label="Current password"
        name="current"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
        error={error ? toProblem(error).detail : undefined}
      />
      <Field
        label="New password"
        name="next"
        type="password"
        autoComplete="new-password"
        minLength={10}
        required
        hint="At least 10 characters"
      />
      <p className="text-sm text-text-2">
        A new password signs out your other devices and disconnects programs that signed in. Tokens that you made go on
        working; revoke those you do not trust in{' '}
        <Link className="text-accent-text hover:underline" to="/settings/programs">
          Programs
        </Link>
        .
      </p>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={isLoading}>
          Change password
        </Button>
      </div>
    </form>
  );
}

/** Account settings: profile, contact and sessions. */
export function AccountSection({ me }: { me: Me }) {
  return (
    <SectionPage title="Account">
      <Rows title="Profile">
        <NameRow me={me} />
        <Row label="E-mail" hint="You sign in with it">
          <span className="truncate text-text-2">{me.profile.email}</span>
        </Row>
        <Row label="Handle" hint="The name of your computer">
          <span className="text-text-2">{me.handle}</span>
        </Row>
        {me.addresses.web ? (
          <AddressRow label="Web address" hint="Reserved for what you publish" value={me.addresses.web} />
        ) : null}
      </Rows>
      <Rows title="Security">
        <PasswordForm />
      </Rows>
      <Sessions />
      <Rows>
        <Row label="Sign out" hint="On this device only">
          <Button asChild>
            <a href="/logout">Sign out</a>
          </Button>
        </Row>
      </Rows>
    </SectionPage>
  );
}
