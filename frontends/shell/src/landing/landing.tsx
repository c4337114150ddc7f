import { useState } from 'react';
import { Link, Navigate } from '@zo/web/router';
import { useMeQuery, useSetupQuery } from '@zo/web/store';
import { Button } from '@zo/web/ui/button';
import { Logo } from '../layout/mark';
import { usePageTitle } from '../layout/page-title';
import { ComputerWindow, type SignUpHref } from './computer-window';
import { HandleForm } from './handle-form';
import { FACTS, FEATURES } from './sample';
import { SampleChat } from './sample-chat';
import { cn } from '@zo/web/ui/cn';

const TOP = cn(
  'mx-auto grid max-w-[100rem] grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-12 px-6',
  'pt-[6vh] pb-16 md:px-12 xl:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] xl:pl-18',
);
const BELOW = cn(
  'mx-auto grid max-w-[84rem] grid-cols-[minmax(0,1fr)] gap-x-20 gap-y-12 px-6 py-20 md:px-12',
  'lg:grid-cols-[minmax(0,1fr)_minmax(0,29rem)]',
);

/** LP: the page for signed-out visitors. */
export function Landing() {
  usePageTitle();
  const { data: me } = useMeQuery();
  const { data: setup } = useSetupQuery();
  const [text, setText] = useState('');
  if (me) return <Navigate to="/f" replace />;
  if (me === undefined || !setup) return null;

  const open = setup.claimed && setup.signup !== 'closed';
  const query = (values: Record<string, string>) =>
    new URLSearchParams(Object.entries(values).filter(([, value]) => value)).toString();
  const signUp = (src = '') => `/signup?${query({ src, handle: text.trim() })}`.replace(/\?$/, '');
  const door: SignUpHref = (src) => (open ? signUp(src) : '/login');
  return (
    <div className="h-full overflow-x-hidden overflow-y-auto bg-surface-0">
      <header className="sticky top-0 z-10 flex h-16 items-center justify-between bg-surface-0 px-6 md:px-12">
        <Link to="/" className="flex items-center gap-2.5 text-lg font-semibold pointer-coarse:min-h-11">
          <Logo /> Zo
        </Link>
        <Button asChild size="md">
          <Link to="/login">Sign in</Link>
        </Button>
      </header>
      <main>
        <div className="field-zo">
          <div className={TOP}>
            <div className="xl:pt-[4vh]">
              <h1
                className={cn(
                  'text-[40px] leading-[44px] font-semibold tracking-[-0.03em]',
                  'md:text-[60px] md:leading-[64px]',
                )}
              >
                The world’s first AI computer
              </h1>
              <p className="mt-5 max-w-[30rem] text-lg text-text-2">
                A computer of your own in the cloud, with an assistant that can really use it. Your files stay files.
                Every act leaves a receipt.
              </p>
              {setup.claimed ? null : (
                <p className="mt-8 rounded-lg border border-line-1 bg-surface-1 px-4 py-3 text-base text-text-2">
                  This server has no owner yet. Open the claim link that was printed when it started.
                </p>
              )}
              {open ? (
                <HandleForm domain={setup.computer_domain} text={text} onText={setText} address={signUp()} />
              ) : null}
              {setup.claimed && !open ? (
                <Button asChild variant="primary" size="lg" className="mt-8">
                  <Link to="/login">Sign in</Link>
                </Button>
              ) : null}
              <ul className="mt-8 flex flex-col gap-2.5 text-base max-xl:hidden">
                {FACTS.map(([Shape, what, line]) => (
                  <li key={what} className="flex items-center gap-2.5">
                    <Shape aria-hidden className="size-4 text-text-2" />
                    <b className="font-semibold">{what}</b>
                    <span className="text-text-2">{line}</span>
                  </li>
                ))}
              </ul>
            </div>
            <div className="h-[34rem] xl:h-[44rem] xl:max-h-[78vh] xl:min-h-[30rem]">
              <ComputerWindow
                handle={text}
                domain={setup.computer_domain}
                onHandle={open ? setText : undefined}
                door={door}
              />
            </div>
          </div>
        </div>
        <section aria-label="What it does" className="border-t border-line-1 bg-surface-1">
          <div className={BELOW}>
            <div>
              <h2 className="text-3xl font-semibold tracking-[-0.02em]">AI without limits</h2>
              <p className="text-3xl font-semibold tracking-[-0.02em] text-text-3">In a cloud computer</p>
              <dl className="mt-10 grid gap-x-10 gap-y-7 sm:grid-cols-2">
                {FEATURES.map(([title, line]) => (
                  <div key={title}>
                    <dt className="text-base font-semibold">{title}</dt>
                    <dd className="mt-1 text-base text-text-2">{line}</dd>
                  </div>
                ))}
              </dl>
              <p className="mt-10 max-w-[38rem] text-sm text-text-2">
                An assistant that can act is not without risks: it can misread a request, or be misled by a page it
                reads. It is safer here than on a computer of your own: it has no way to your other files and devices,
                its commands wait for you once it has read something from outside, and what it changed in files can be
                put back.
              </p>
            </div>
            <div className="lg:pt-2">
              <SampleChat door={door} />
            </div>
          </div>
        </section>
      </main>
      <footer
        className={cn(
          'flex flex-wrap items-center justify-between gap-4 border-t',
          'border-line-1 px-6 py-8 text-sm text-text-2',
          'md:px-12',
        )}
      >
        <span className="flex items-center gap-2.5">
          <Logo className="size-6 text-sm" /> Zo
        </span>
        {open ? (
          <Link to={signUp()} className="flex min-h-11 items-center font-medium text-accent-text hover:underline">
            Get your computer
          </Link>
        ) : null}
      </footer>
    </div>
  );
}
