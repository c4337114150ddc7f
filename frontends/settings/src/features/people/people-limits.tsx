import { ChevronDown } from 'lucide-react';
import { toProblem } from '@zo/web/store';
import { Button, Menu, toast } from '@zo/web/ui';
import {
  useAllowancesOfPeopleQuery,
  useAllowPersonMutation,
  useChoosePlanMutation,
  usePlansQuery,
  type Allowance,
  type Plan,
} from '../../api/allowances.endpoints';
import { useEveryoneQuery, type Person } from '../../api/provider-shares.endpoints';
import { AllowanceButton, AllowanceMeter, usedWords } from '../../frame/allowance';
import { LetterAvatar, Row, Rows } from '../../frame/rows';

/** Sentences about who is here, and what they may spend. */
const PEOPLE = {
  title: 'What people may spend',
  everyone: 'Everyone else',
  everyoneHint: 'Who has no limit of their own. It counts for each of them, not for you.',
  nothing: 'Nothing spent this month',
  failed: 'The people could not be read',
  limitsFailed: 'The limits could not be read',
  again: 'Try again',
  planOf: (name: string) => `Plan of ${name}`,
  plans: { free: 'Free: fast models only', paid: 'Paid: all models' },
  short: { free: 'Free', paid: 'Paid' },
  notSaved: 'Not saved',
} as const;

const PLANS: readonly Plan[] = ['free', 'paid'];

/** What people may spend with the keys of the owner, and which plan they are on. */
export function PeopleLimits() {
  const { data: people, isError, refetch } = useEveryoneQuery();
  const { data: allowances, isError: isUnread, refetch: readLimits } = useAllowancesOfPeopleQuery();
  const { data: plans } = usePlansQuery();
  const [allow] = useAllowPersonMutation();
  // A form without the limits that it replaces would end them.
  const everyone = allowances && people;
  const of = (id: string | null) => allowances?.find(({ person_id }) => person_id === id);
  const again = () => {
    if (isError) void refetch();
    if (isUnread) void readLimits();
  };
  return (
    <Rows title={PEOPLE.title}>
      {isError || isUnread ? (
        <Row label={isError ? PEOPLE.failed : PEOPLE.limitsFailed}>
          <Button onClick={again}>{PEOPLE.again}</Button>
        </Row>
      ) : null}
      {everyone?.map((person) => (
        <PersonRow
          key={person.id}
          person={person}
          allowance={of(person.id)}
          plan={person.is_owner ? undefined : (planOf(plans, person.id) ?? plans?.standard)}
        />
      ))}
      {everyone && everyone.length > 1 ? (
        <Row label={PEOPLE.everyone} hint={PEOPLE.everyoneHint}>
          <AllowanceButton
            name={PEOPLE.everyone}
            allowance={of(null)}
            onSave={(limits) => allow({ person_id: null, ...limits }).unwrap()}
          />
        </Row>
      ) : null}
    </Rows>
  );
}

const planOf = (plans: { chosen: { person_id: string; plan: Plan }[] } | undefined, id: string) =>
  plans?.chosen.find(({ person_id }) => person_id === id)?.plan;

function PersonRow({ person, allowance, plan }: { person: Person; allowance?: Allowance; plan?: Plan }) {
  const [allow] = useAllowPersonMutation();
  const [choose] = useChoosePlanMutation();
  const name = person.full_name ?? person.handle;
  return (
    <Row
      icon={<LetterAvatar text={name} />}
      label={person.is_owner ? `${name} (you)` : name}
      hint={
        <>
          {allowance ? usedWords(allowance) : PEOPLE.nothing}
          {allowance ? <AllowanceMeter name={name} allowance={allowance} /> : null}
        </>
      }
    >
      {plan ? (
        <Menu
          label={PEOPLE.planOf(name)}
          entries={PLANS.map((each) => ({
            label: PEOPLE.plans[each],
            checked: each === plan,
            onSelect: () =>
              void choose({ person_id: person.id, plan: each })
                .unwrap()
                .catch((error: unknown) => toast.error(PEOPLE.notSaved, { description: toProblem(error).detail })),
          }))}
        >
          <Button size="md" aria-label={`${PEOPLE.planOf(name)}: ${PEOPLE.short[plan]}`}>
            {PEOPLE.short[plan]}
            <ChevronDown />
          </Button>
        </Menu>
      ) : null}
      <AllowanceButton
        name={name}
        allowance={allowance}
        onSave={(limits) => allow({ person_id: person.id, ...limits }).unwrap()}
      />
    </Row>
  );
}
