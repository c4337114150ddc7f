import type { FormEvent, ReactNode } from 'react';
import { Link } from '@zo/web/router';
import { Button, cn } from '@zo/web/ui';
import { Logo } from '../layout/mark';

/** A card below the logo. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="field-zo flex h-full flex-col overflow-y-auto">
      <header className="flex h-14 shrink-0 items-center px-6 md:px-12">
        <Link to="/" className="flex items-center gap-2.5 font-semibold pointer-coarse:min-h-11">
          <Logo /> Zo
        </Link>
      </header>
      <main
        className={cn(
          'mx-auto mt-[6vh] mb-12 w-full max-w-[26rem] px-6 py-8',
          'md:rounded-xl md:border md:border-line-1 md:bg-surface-1 md:px-8 max-md:mt-0',
        )}
      >
        {children}
      </main>
    </div>
  );
}

/** Frame of the sign-in, sign-up and claim forms. */
export function AuthPage({
  title,
  lead,
  children,
  foot,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
}) {
  return (
    <AuthFrame>
      <h1 className="text-2xl font-semibold">{title}</h1>
      <p className="mt-1.5 text-base text-text-2">{lead}</p>
      {children}
      {foot ? <p className="mt-6 text-sm text-text-2">{foot}</p> : null}
    </AuthFrame>
  );
}

/** The form: fields, the error message, one button. */
export function AuthForm({
  onSubmit,
  problem,
  busy,
  action,
  children,
}: {
  onSubmit: (fields: Record<string, string>) => void;
  problem?: string;
  busy: boolean;
  action: string;
  children: ReactNode;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(
      [...new FormData(event.currentTarget)].map(([name, value]) => [
        name,
        typeof value === 'string' ? value.trim() : '',
      ]),
    );
    // Leading and trailing spaces are part of a password.
    const password = new FormData(event.currentTarget).get('password');
    onSubmit(typeof password === 'string' ? { ...fields, password } : fields);
  };
  return (
    <form onSubmit={submit} className="mt-7 flex flex-col gap-4">
      {children}
      {problem ? (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {problem}
        </p>
      ) : null}
      <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1">
        {action}
      </Button>
    </form>
  );
}

/** The address to open after sign-in; only paths of this app are accepted. */
export function nextAddress(next: string | null): string {
  return next && /^\/(?!\/|\\)/.test(next) ? next : '/f';
}
