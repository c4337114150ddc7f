import { useZofilesQuery } from '@zo/web/store';
import { useAllowancesQuery, useAllowPersonaMutation, type Allowance } from '../../api/allowances.endpoints';
import { AllowanceButton, AllowanceMeter, usedWords } from '../../frame/allowance';
import { FailedRead } from '../../frame/failed-read';
import { Row, Rows } from '../../frame/rows';

/** Sentences about what the user and their personas may spend. */
const SPENDING = {
  title: 'Limits',
  fromOwner: 'Models of the owner',
  own: 'Your own models',
  failed: 'The limits could not be read',
  personaHint: 'No limit for what this persona spends',
} as const;

function Used({ name, allowance }: { name: string; allowance: Allowance }) {
  return (
    <>
      {usedWords(allowance)}
      <AllowanceMeter name={name} allowance={allowance} />
    </>
  );
}

/** What the user may spend, as the owner says, and what each persona may, as the user says. */
export function Spending() {
  const { data: allowances, isError, isFetching, refetch } = useAllowancesQuery();
  const { data: zofiles = [] } = useZofilesQuery();
  const [allow] = useAllowPersonaMutation();
  const ofPerson = allowances?.filter(({ zofile_id }) => zofile_id === null) ?? [];
  if (!allowances && isError)
    return (
      <Rows title={SPENDING.title}>
        <FailedRead label={SPENDING.failed} busy={isFetching} onAgain={refetch} />
      </Rows>
    );
  if (!allowances || (ofPerson.length === 0 && zofiles.length === 0)) return null;
  return (
    <Rows title={SPENDING.title}>
      {ofPerson.map((allowance) => {
        const name = allowance.is_own ? SPENDING.own : SPENDING.fromOwner;
        return <Row key={name} label={name} hint={<Used name={name} allowance={allowance} />} />;
      })}
      {zofiles.map(({ id, name }) => {
        const allowance = allowances.find(({ zofile_id }) => zofile_id === id);
        return (
          <Row
            key={id}
            label={name}
            hint={allowance ? <Used name={name} allowance={allowance} /> : SPENDING.personaHint}
          >
            <AllowanceButton
              name={name}
              allowance={allowance}
              onSave={(limits) => allow({ zofile_id: id, ...limits }).unwrap()}
            />
          </Row>
        );
      })}
    </Rows>
  );
}
