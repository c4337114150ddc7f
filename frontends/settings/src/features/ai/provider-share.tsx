import { useState, type FormEvent, type ReactNode } from 'react';
import { toProblem } from '@zo/web/store';
import { Button, toast } from '@zo/web/ui';
import type { Provider } from '../../api/models.endpoints';
import {
  useEveryoneQuery,
  useShareProviderMutation,
  useUnshareProviderMutation,
  type ProviderShare,
} from '../../api/provider-shares.endpoints';
import { FormEnd } from '../../frame/form-end';
import { SHARING } from './sharing-messages';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Lets others use a provider of the owner: everyone or some people, all of its models or some. */
export function ProviderShareForm({
  provider,
  share,
  onDone,
}: {
  provider: Provider;
  share?: ProviderShare;
  onDone: () => void;
}) {
  const { data: everyone, isError } = useEveryoneQuery();
  const [save, { isLoading }] = useShareProviderMutation();
  const [people, setPeople] = useState(share?.people ?? null);
  const [models, setModels] = useState(share?.models ?? null);
  const [problem, setProblem] = useState<string>();
  const others = (everyone ?? []).filter(({ is_owner }) => !is_owner);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (people?.length === 0) return setProblem(SHARING.choosePeople);
    if (models?.length === 0) return setProblem(SHARING.chooseModels);
    try {
      await save({ id: provider.id, people, models }).unwrap();
      toast.success(SHARING.saved(provider.label));
      onDone();
    } catch (error) {
      setProblem(toProblem(error).detail);
    }
  };
  return (
    <form
      aria-label={SHARING.title(provider.label)}
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-4 px-4 py-4"
    >
      <div>
        <h3 className="text-sm font-medium">{SHARING.title(provider.label)}</h3>
        <p className="text-xs text-text-2">{SHARING.lead}</p>
      </div>
      <AllOrSome
        title={SHARING.withWhom}
        all={{ label: SHARING.everyone, hint: SHARING.everyoneHint }}
        some={SHARING.some}
        options={others.map(({ id, handle, full_name }) => ({ value: id, label: full_name ?? handle }))}
        none={isError ? SHARING.failed : everyone ? SHARING.nobody : ''}
        chosen={people}
        onChange={(chosen) => (setPeople(chosen), setProblem(undefined))}
      />
      <AllOrSome
        title={SHARING.which}
        all={{ label: SHARING.all, hint: SHARING.allHint }}
        some={SHARING.someModels}
        options={provider.models.map(({ slug, label }) => ({ value: slug, label }))}
        none=""
        chosen={models}
        onChange={(chosen) => (setModels(chosen), setProblem(undefined))}
      />
      <div className="flex flex-wrap items-center gap-2">
        {share ? <StopSharing provider={provider} onDone={onDone} onProblem={setProblem} /> : null}
        <div className="flex flex-1 flex-col gap-3">
          <FormEnd problem={problem} action={SHARING.save} busy={isLoading} onCancel={onDone} />
        </div>
      </div>
    </form>
  );
}

function StopSharing({
  provider,
  onDone,
  onProblem,
}: {
  provider: Provider;
  onDone: () => void;
  onProblem: (detail: string) => void;
}) {
  const [stop, { isLoading }] = useUnshareProviderMutation();
  const end = () =>
    void stop(provider.id)
      .unwrap()
      .then(
        () => (toast.success(SHARING.stopped(provider.label)), onDone()),
        (error: unknown) => onProblem(toProblem(error).detail),
      );
  return (
    <Button size="md" busy={isLoading} onClick={end}>
      {SHARING.stop}
    </Button>
  );
}

/** Null: all of them, also later ones. */
function AllOrSome({
  title,
  all,
  some,
  options,
  none,
  chosen,
  onChange,
}: {
  title: string;
  all: { label: string; hint: string };
  some: string;
  options: readonly Choice[];
  none: string;
  chosen: readonly string[] | null;
  onChange: (chosen: string[] | null) => void;
}) {
  const toggle = (value: string, isOn: boolean) =>
    onChange(isOn ? [...(chosen ?? []), value] : (chosen ?? []).filter((each) => each !== value));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-xs font-medium text-text-2">{title}</legend>
      <Line type="radio" name={title} checked={chosen === null} onChange={() => onChange(null)}>
        {all.label} <span className="text-text-2">· {all.hint}</span>
      </Line>
      <Line type="radio" name={title} checked={chosen !== null} onChange={() => onChange([])}>
        {some}
      </Line>
      {chosen === null ? null : options.length === 0 ? (
        <p className="pl-6 text-sm text-text-2">{none}</p>
      ) : (
        <ul className="flex max-h-48 flex-col gap-1 overflow-y-auto pl-6">
          {options.map(({ value, label }) => (
            <li key={value}>
              <Line
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={(event) => toggle(value, event.currentTarget.checked)}
              >
                {label}
              </Line>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

function Line({
  children,
  ...input
}: {
  type: 'radio' | 'checkbox';
  name?: string;
  checked: boolean;
  onChange: (event: { currentTarget: HTMLInputElement }) => void;
  children: ReactNode;
}) {
  return (
    <label className="flex min-h-7 items-center gap-2 text-sm pointer-coarse:min-h-11">
      <input {...input} className="size-4 shrink-0 accent-accent" />
      <span className="min-w-0 break-words">{children}</span>
    </label>
  );
}
