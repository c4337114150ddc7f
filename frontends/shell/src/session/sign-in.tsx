import { Link, Navigate, useNavigate, useSearchParams } from '@zo/web/router';
import { toProblem, useMeQuery, useSetupQuery, useSignInMutation } from '@zo/web/store';
import { Field } from '@zo/web/ui';
import { AuthForm, AuthPage, nextAddress } from './auth-page';
import { usePageTitle } from '../layout/page-title';

/** AU-02: /login. */
export default function SignIn() {
  usePageTitle('Sign in');
  const [signIn, { isLoading, error }] = useSignInMutation();
  const { data: me } = useMeQuery();
  const { data: setup } = useSetupQuery();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const next = nextAddress(query.get('next'));

  if (me) return <Navigate to={next} replace />;
  const submit = async (email: string, password: string) => {
    // The form shows refusals from `error`.
    const { data } = await signIn({ email, password });
    if (data) navigate(next, { replace: true });
  };
  return (
    <AuthPage
      title="Sign in"
      lead="Welcome back to your computer."
      foot={
        <>
          {setup && setup.signup !== 'closed' ? (
            <span className="mb-2 block">
              No account yet?{' '}
              <Link className="font-medium text-accent-text hover:underline" to="/signup">
                Create one
              </Link>
            </span>
          ) : null}
          Forgot your password? Ask whoever runs this {setup?.product ?? 'Zo'} for a link to set a new one.
        </>
      }
    >
      <AuthForm
        action="Sign in"
        busy={isLoading}
        problem={error ? toProblem(error).detail : undefined}
        onSubmit={({ email = '', password = '' }) => void submit(email, password)}
      >
        <Field label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      </AuthForm>
    </AuthPage>
  );
}
