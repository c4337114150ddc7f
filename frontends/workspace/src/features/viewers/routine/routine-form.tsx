import { CircleAlert, Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button, IconButton, Input } from '@zo/web/ui';
import type { NoteHeadProps } from '../note/note-editor';
import { useHeld } from '../note/use-held';
import { ROUTINE } from './messages';
import { RoutineSteps } from './routine-steps';
import { RoutineWhen } from './routine-when';
import { RunRoutine } from './run-routine';
import {
  routineOf,
  withDescription,
  withInput,
  withNewInput,
  withoutInput,
  type RoutineInput,
} from '@zo/proto/routine';

/** ZR-02: the settings of a routine as a form, above its instruction. */
export function RoutineForm({ text, onEdit }: NoteHeadProps) {
  const read = useMemo(() => routineOf(text), [text]);
  const { id, description, inputs, others, problem } = read;
  if (problem)
    return (
      <p role="alert" className="mb-6 flex items-start gap-2 text-sm text-bad">
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {ROUTINE.problem(problem)}
      </p>
    );
  return (
    <>
      <RunRoutine read={read} />
      <form
        aria-label="Routine"
        className="mb-6 space-y-5 border-b border-line-1 pb-5 text-sm"
        onSubmit={(event) => event.preventDefault()}
      >
        <label className="block">
          <span className="mb-1 block font-medium">{ROUTINE.description}</span>
          <HeldInput
            value={description}
            placeholder={ROUTINE.descriptionHint}
            onChange={(value) => onEdit((current) => withDescription(current, value))}
          />
        </label>
        <Inputs inputs={inputs} onEdit={onEdit} />
        <RoutineSteps read={read} text={text} onEdit={onEdit} />
        <RoutineWhen read={read} onEdit={onEdit} />
        {others ? (
          <div>
            <h2 className="mb-1 font-medium">{ROUTINE.others}</h2>
            <pre className="note-raw break-words whitespace-pre-wrap" tabIndex={0} aria-label={ROUTINE.others}>
              {others}
            </pre>
          </div>
        ) : null}
        {id ? (
          <p className="text-xs text-text-2">
            {ROUTINE.id} <code className="font-mono select-all">{id}</code>
          </p>
        ) : null}
      </form>
    </>
  );
}

function Inputs({ inputs, onEdit }: Pick<NoteHeadProps, 'onEdit'> & { inputs: readonly RoutineInput[] }) {
  // A new input takes the focus, and is told to have no name once the focus leaves it.
  const [added, setAdded] = useState<number>();
  const problem = problemOf(inputs.filter(({ name }, index) => index !== added || name.trim() !== ''));
  const add = () => {
    setAdded(inputs.length);
    onEdit(withNewInput);
  };
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{ROUTINE.inputs}</legend>
      {inputs.length === 0 ? <p className="text-text-2">{ROUTINE.noInputs}</p> : null}
      <ul className="space-y-1.5">
        {inputs.map(({ name, description }, index) => (
          <li key={index} className="flex items-center gap-1.5">
            <HeldInput
              label={ROUTINE.inputName(index)}
              className="w-2/5 min-w-24 font-mono"
              value={name}
              placeholder={ROUTINE.nameHint}
              autoFocus={index === added}
              onChange={(value) => onEdit((current) => withInput(current, index, { name: value }))}
              onLeave={() => setAdded(undefined)}
            />
            <HeldInput
              label={ROUTINE.inputDescription(index)}
              value={description}
              placeholder={ROUTINE.inputHint}
              onChange={(value) => onEdit((current) => withInput(current, index, { description: value }))}
            />
            <IconButton
              label={ROUTINE.removeInput(name)}
              onClick={() => onEdit((current) => withoutInput(current, index))}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ul>
      {problem ? (
        <p role="status" className="mt-1.5 text-xs text-warn">
          {problem}
        </p>
      ) : null}
      <Button variant="quiet" className="mt-1 -ml-2 text-text-2" onClick={add}>
        <Plus />
        {ROUTINE.addInput}
      </Button>
    </fieldset>
  );
}

function problemOf(inputs: readonly RoutineInput[]): string | undefined {
  const names = inputs.map(({ name }) => name.trim());
  if (names.includes('')) return ROUTINE.noName;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : ROUTINE.sameName(twice);
}

interface HeldInputProps {
  /** Its name, where no visible label has it. */
  label?: string;
  value: string;
  placeholder: string;
  className?: string;
  autoFocus?: boolean;
  onChange: (value: string) => void;
  onLeave?: () => void;
}

function HeldInput({ label, value, placeholder, className, autoFocus, onChange, onLeave }: HeldInputProps) {
  const { held, change, flush } = useHeld(value, onChange);
  return (
    <Input
      aria-label={label}
      className={className}
      value={held}
      placeholder={placeholder}
      autoFocus={autoFocus}
      onChange={(event) => change(event.target.value)}
      onBlur={() => {
        flush();
        onLeave?.();
      }}
    />
  );
}
