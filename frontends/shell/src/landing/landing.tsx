import { Link, Navigate } from '@zo/web/router';
import { useMeQuery, useSetupQuery } from '@zo/web/store';
import { Button } from '@zo/web/ui';
import { Mark } from '../layout/mark';
import { usePageTitle } from '../layout/page-title';
import { HandleForm } from './handle-form';

/** LP: what a signed-out visitor sees. */
export function Landing() {
  usePageTitle();
  const { data: me } = useMeQuery();
  const { data: setup } = useSetupQuery();
  if (me) return <Navigate to="/f" replace />;
  if (me === undefined) return null;
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-surface-0">
      <header className="flex h-16 shrink-0 items-center justify-between px-6 md:px-12">
        <Link to="/" className="flex items-center gap-2.5 text-lg font-semibold"><Mark /> Zo</Link>
        <Button asChild size="md"><Link to="/login">Sign in</Link></Button>
      </header>
      <main className="mx-auto flex w-full max-w-[46rem] flex-1 flex-col justify-center px-6 pb-[14vh] md:px-12">
        <h1 className="text-[40px] leading-[44px] font-semibold tracking-[-0.03em] md:text-[64px] md:leading-[66px]">The world’s first AI computer</h1>
        <p className="mt-5 max-w-[34rem] text-lg text-text-2">
          A computer of your own in the cloud, with an assistant that can really use it. Your files stay files. Every act leaves a receipt.
        </p>
        {setup && !setup.claimed ? (
          <p className="mt-8 max-w-[34rem] rounded-lg border border-line-1 bg-surface-1 px-4 py-3 text-base text-text-2">
            This server has no owner yet. Open the claim link that was printed when it started.
          </p>
        ) : null}
        {setup?.claimed && setup.signup !== 'closed' ? <HandleForm domain={setup.computer_domain} /> : null}
        {setup?.claimed && setup.signup === 'closed' ? <Button asChild variant="primary" size="lg" className="mt-8 self-start"><Link to="/login">Sign in</Link></Button> : null}
      </main>
    </div>
  );
}
