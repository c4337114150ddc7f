import { useState } from 'react';
import { Link, useNavigate } from '@zo/web/router';
import { toProblem, useClaimMutation, useSetupQuery } from '@zo/web/store';
import { Field } from '@zo/web/ui';
import { AuthForm, AuthPage } from './auth-page';
import { HandleField } from './handle-field';
import { usePageTitle } from '../layout/page-title';

/** The one-time token of the claim link: ?token=, #token= or the bare fragment. */
export function tokenOf({ search, hash }: { search: string; hash: string }): string {
  const fragment = hash.replace(/^#/, '');
  return new URLSearchParams(search).get('token') ?? new URLSearchParams(fragment).get('token') ?? fragment;
}

/** First visit of the owner, by the claim link that the first start prints. */
export default function Claim() {
  usePageTitle('Claim this server');
  const [token] = useState(() => tokenOf(window.location));
  const [claim, { isLoading, error }] = useClaimMutation();
  const { data: setup } = useSetupQuery();
  const navigate = useNavigate();
  const signIn = (
    <Link className="font-medium text-accent-text hover:underline" to="/login">
      Sign in
    </Link>
  );

  if (setup?.claimed)
    return (
      <AuthPage title="This server has an owner" lead={<>Its claim link worked once and is used up. {signIn}</>}>
        {null}
      </AuthPage>
    );
  return (
    <AuthPage title="Make this server yours" lead="Create the first account. It owns the server and can invite others.">
      <AuthForm
        action="Create owner account"
        busy={isLoading}
        problem={error ? toProblem(error).detail : undefined}
        onSubmit={({ email = '', password = '', handle, full_name, token: typed }) =>
          void claim({
            token: token || typed || '',
            email,
            password,
            ...(handle ? { handle } : {}),
            ...(full_name ? { full_name } : {}),
          })
            .unwrap()
            .then(
              () => navigate('/f', { replace: true }),
              () => undefined,
            )
        }
      >
        {token ? null : (
          <Field
            label="Claim token"
            name="token"
            required
            autoComplete="off"
            hint="It was printed when the server started"
          />
        )}
        <Field label="Name" name="full_name" autoComplete="name" autoFocus />
        <HandleField />
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
