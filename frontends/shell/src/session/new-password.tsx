import { useState } from 'react';
import { useNavigate } from '@zo/web/router';
import { toProblem, useNewPasswordMutation } from '@zo/web/store';
import { Field } from '@zo/web/ui';
import { usePageTitle } from '../layout/page-title';
import { AuthForm, AuthPage } from './auth-page';

/** /new-password#<code>: the link that an operator makes for a person who forgot the password. */
export default function NewPassword() {
  usePageTitle('New password');
  const [code] = useState(() => window.location.hash.slice(1));
  const [setPassword, { isLoading, error }] = useNewPasswordMutation();
  const navigate = useNavigate();

  if (code === '')
    return (
      <AuthPage title="This link is not whole" lead="Open the whole link that you were given, or ask for a new one.">
        {null}
      </AuthPage>
    );
  const submit = async (password: string) => {
    // The form shows refusals from `error`.
    const { data } = await setPassword({ code, password });
    if (data) navigate('/f', { replace: true });
  };
  return (
    <AuthPage
      title="Choose a new password"
      lead="Saving it signs you out on all other devices and disconnects programs."
    >
      <AuthForm
        action="Save and sign in"
        busy={isLoading}
        problem={error ? toProblem(error).detail : undefined}
        onSubmit={({ password = '' }) => void submit(password)}
      >
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={10}
          required
          autoFocus
          hint="At least 10 characters"
        />
      </AuthForm>
    </AuthPage>
  );
}
