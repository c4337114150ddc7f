import { useState, type ReactNode } from 'react';
import { toProblem } from '@zo/web/store';
import { Button } from '@zo/web/ui';
import { useDecideRequestMutation, useLookAtRequestQuery, type Question } from '../../api/oauth.endpoints';
import { GROUP_ORDER } from './messages';
import { CONSENT } from './oauth-messages';
import { ScopeRow } from './scope-row';
import { levelsOf, levelsWithin, scopesOf } from './scopes';

function Page({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) {
  return (
    <>
      <h1 className="text-2xl font-semibold break-words">{title}</h1>
      <p className="mt-1.5 text-base break-words text-text-2">{lead}</p>
      {children}
    </>
  );
}

const Back = ({ address }: { address: string }) => (
  <a className="mt-6 inline-block font-medium text-accent-text hover:underline pointer-coarse:min-h-11" href={address}>
    {CONSENT.open}
  </a>
);

function Facts({ question: { program, audience }, email }: { question: Question; email: string }) {
  const facts = [
    [CONSENT.facts.host, CONSENT.host(program.kind, program.host)],
    [CONSENT.facts.use, CONSENT.use[audience]],
    [CONSENT.facts.as, email],
  ];
  return (
    <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 rounded-lg bg-surface-2 px-3 py-2.5 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-text-2">{name}</dt>
          <dd className="min-w-0 font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The browser may stay on this page: an app or a program of the device is opened beside it. */
interface Decided {
  allowed: boolean;
  back: string;
}

function Ask({
  question,
  email,
  onDecided,
}: {
  question: Question;
  email: string;
  onDecided: (decided: Decided) => void;
}) {
  const asked = levelsOf(question.scopes);
  const [levels, setLevels] = useState(asked);
  const [problem, setProblem] = useState<string>();
  const [decide, { isLoading, originalArgs }] = useDecideRequestMutation();
  const send = async (decision: 'allow' | 'cancel') => {
    const scopes = scopesOf(levels);
    if (decision === 'allow' && scopes.length === 0) return setProblem(CONSENT.noScope);
    try {
      const { back } = await decide({
        id: question.id,
        decision: decision === 'allow' ? { decision, scopes } : { decision },
      }).unwrap();
      onDecided({ allowed: decision === 'allow', back });
      window.location.assign(back);
    } catch (error) {
      setProblem(toProblem(error).detail);
    }
  };
  const isSending = (decision: 'allow' | 'cancel') => isLoading && originalArgs?.decision.decision === decision;
  return (
    <Page title={CONSENT.title(question.program.name)} lead={CONSENT.lead}>
      <Facts question={question} email={email} />
      <div role="group" aria-label={CONSENT.scopes} className="mt-5 flex flex-col divide-y divide-line-1">
        <div className="pb-1 text-sm font-medium">{CONSENT.scopes}</div>
        {GROUP_ORDER.filter((group) => asked[group] !== 'off').map((group) => (
          <ScopeRow
            key={group}
            group={group}
            level={levels[group] ?? 'off'}
            levels={levelsWithin(asked[group] ?? 'off')}
            onChange={(level) => (setProblem(undefined), setLevels({ ...levels, [group]: level }))}
          />
        ))}
      </div>
      <p className="mt-3 text-sm text-text-2">{CONSENT.never}</p>
      <p className="mt-2 text-sm text-text-2">{CONSENT.later}</p>
      {problem ? (
        <p role="alert" className="mt-4 rounded-md bg-bad-soft px-3 py-2 text-sm break-words text-bad">
          {problem}
        </p>
      ) : null}
      <div className="mt-6 flex gap-3">
        <Button size="lg" className="flex-1" busy={isSending('cancel')} onClick={() => void send('cancel')}>
          {CONSENT.cancel}
        </Button>
        <Button
          size="lg"
          variant="primary"
          className="flex-1"
          busy={isSending('allow')}
          onClick={() => void send('allow')}
        >
          {CONSENT.allow}
        </Button>
      </div>
    </Page>
  );
}

/** What a program asks for, and the answer of its user. `query` is what the program wrote into the address. */
export default function ConsentPage({ query, email }: { query: string; email: string }) {
  const { data: looked, error } = useLookAtRequestQuery(query.replace(/^\?/, ''));
  const [decided, setDecided] = useState<Decided>();
  if (error)
    return (
      <Page title={CONSENT.failedTitle} lead={toProblem(error).detail}>
        <a className="mt-6 inline-block font-medium text-accent-text hover:underline" href="/settings/programs">
          {CONSENT.settings}
        </a>
      </Page>
    );
  if (!looked) return null;
  const { name } = looked.program;
  if (looked.to === 'refuse')
    return (
      <Page title={CONSENT.badTitle(name)} lead={CONSENT.bad(looked.reason)}>
        <Back address={looked.back} />
      </Page>
    );
  if (!decided) return <Ask question={looked} email={email} onDecided={setDecided} />;
  return (
    <Page
      title={decided.allowed ? CONSENT.allowed(name) : CONSENT.refused}
      lead={decided.allowed ? CONSENT.allowedLead : CONSENT.refusedLead}
    >
      <Back address={decided.back} />
    </Page>
  );
}
