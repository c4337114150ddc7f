import { useEffect } from 'react';
import { BrowserRouter, Navigate, Route, Routes, useLocation } from '@zo/web/router';
import { Provider, store, useMeQuery } from '@zo/web/store';
import { applyTheme, watchSystemMode } from '@zo/web/theme';
import { ErrorBoundary } from '@zo/web/ui/error-boundary';
import { loadable } from '@zo/web/ui/loadable';
import { Landing } from './landing/landing';
import { ForgottenDevice } from './session/forgotten-device';

const signedIn = () => import(/* webpackChunkName: 'signed-in' */ './session/signed-in');
const SignedIn = loadable(() => signedIn().then((module) => module.default));
const NotFound = loadable(() => import('./layout/not-found').then((module) => module.default));
const SignIn = loadable(() => import('./session/sign-in').then((module) => module.default));
const SignUp = loadable(() => import('./session/sign-up').then((module) => module.default));
const SharedChat = loadable(() => import('./landing/shared-chat').then((module) => module.default));
const Authorize = loadable(() => import('./session/authorize').then((module) => module.default));
const Claim = loadable(() => import('./session/claim').then((module) => module.default));
const NewPassword = loadable(() => import('./session/new-password').then((module) => module.default));

/** Applies the theme of the account, also when the system changes between light and dark. */
function Theme() {
  const { data: me } = useMeQuery();
  const theme = me?.settings.theme;
  useEffect(() => {
    if (!theme) return;
    applyTheme(theme, { remember: true });
    return watchSystemMode(() => applyTheme(theme, { remember: true }));
  }, [theme]);
  return null;
}

// Matched here and not by a route: the router's `*` ends at a line break, which a file name may contain.
const WORKSPACE = /^\/(?:(?:f|settings)(?:\/|$)|(?:schedule|system|search)\/?$)/;

/** Starts loading the workspace before the first render when the address needs it. */
export function warmWorkspace(): void {
  if (WORKSPACE.test(window.location.pathname)) signedIn().catch(() => undefined);
}

function Page() {
  const { pathname } = useLocation();
  if (WORKSPACE.test(pathname)) return <SignedIn />;
  return (
    <Routes>
      <Route index element={<Landing />} />
      <Route path="login" element={<SignIn />} />
      <Route path="signup" element={<SignUp />} />
      <Route path="claim" element={<Claim />} />
      <Route path="new-password" element={<NewPassword />} />
      <Route path="oauth/authorize" element={<Authorize />} />
      <Route path="share/:token" element={<SharedChat />} />
      <Route path="files" element={<Navigate to="/f/w" replace />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

export function App() {
  return (
    <Provider store={store}>
      <BrowserRouter>
        <Theme />
        <ForgottenDevice />
        <ErrorBoundary what="This page">
          <Page />
        </ErrorBoundary>
      </BrowserRouter>
    </Provider>
  );
}
