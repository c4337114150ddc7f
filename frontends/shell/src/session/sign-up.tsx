import { Link, Navigate, useNavigate, useSearchParams } from '@zo/web/router';
import { toProblem, useMeQuery, useSetupQuery, useSignUpMutation } from '@zo/web/store';
import { EmptyState, Field } from '@zo/web/ui';
import { AuthForm, AuthPage } from './auth-page';
import { HandleField } from './handle-field';
import { usePageTitle } from '../layout/page-title';

const SOURCES = ['chat', 'stats', 'files'];

/** AU-05: lower-cased and reduced to a-z and 0-9. */
export const cleanReferrer = (text: string | null): string => (text ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');

/** AU-02: /signup?src=chat|stats|files&referrer=&invitation=. */
export default function SignUp() {
  usePageTitle('Create an account');
  const [signUp, { isLoading, error }] = useSignUpMutation();
  const { data: me } = useMeQuery();
  const { data: setup } = useSetupQuery();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const invitation = query.get('invitation') ?? '';
  const src = query.get('src') ?? '';

  if (me) return <Navigate to="/f" replace />;
  const signInLink = (
    <Link className="font-medium text-accent-text hover:underline" to="/login">
      Sign in
    </Link>
  );
  if (setup?.signup === 'closed') {
    return (
      <AuthPage
        title="Sign-up is closed"
        lead="The owner of this server adds people by invitation only."
        foot={<>Have an account? {signInLink}</>}
      >
        {setup.claimed ? null : (
          <EmptyState title="This server has no owner yet">
            Open the claim link that was printed when it started.
          </EmptyState>
        )}
      </AuthPage>
    );
  }

  const submit = (fields: Record<string, string>) => {
    const optional = {
      handle: fields.handle,
      full_name: fields.full_name,
      invitation: fields.invitation ?? invitation,
      referrer: cleanReferrer(query.get('referrer')),
      src: SOURCES.includes(src) ? src : '',
    };
    const filled = Object.fromEntries(Object.entries(optional).filter(([, value]) => value));
    void signUp({ email: fields.email ?? '', password: fields.password ?? '', ...filled })
      .unwrap()
      .then(
        () => navigate('/f', { replace: true }),
        () => undefined,
      );
  };
  return (
    <AuthPage
      title="Create an account"
      lead="You get a computer of your own and an assistant that can use it."
      foot={<>Have an account? {signInLink}</>}
    >
      <AuthForm
        action="Create account"
        busy={isLoading}
        problem={error ? toProblem(error).detail : undefined}
        onSubmit={submit}
      >
        {setup?.signup === 'invitation' ? (
          <Field label="Invitation" name="invitation" defaultValue={invitation} required autoComplete="off" />
        ) : null}
        <Field label="Name" name="full_name" autoComplete="name" />
        <HandleField initial={query.get('handle') ?? ''} />
        <Field label="E-mail" name="email" type="email" autoComplete="username" required />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          required
          hint="At least 10 characters"
        />
      </AuthForm>
    </AuthPage>
  );
}
