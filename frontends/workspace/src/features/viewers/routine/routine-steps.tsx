import { Sparkles, SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { isScript, routineOf, withSteps, type Routine, type RoutineStep } from '@zo/proto/routine';
import { Button, cn } from '@zo/web/ui';
import type { NoteHeadProps } from '../note/note-editor';
import { STEPS } from './messages';

type Steps = Pick<Routine, 'steps' | 'stepsText' | 'stepsProblem'>;

/** The steps of a routine in order, and their text to change them. */
export function RoutineSteps({ read, text, onEdit }: Pick<NoteHeadProps, 'text' | 'onEdit'> & { read: Steps }) {
  const [draft, setDraft] = useState<string>();
  const { steps, stepsText, stepsProblem } = read;
  const save = (list: string) => {
    onEdit((current) => withSteps(current, list));
    setDraft(undefined);
  };
  return (
    <section aria-label={STEPS.title}>
      <div className="mb-1 flex items-baseline gap-2">
        <h2 className="font-medium">{STEPS.title}</h2>
        {steps.length > 0 ? <span className="text-xs text-text-2">{STEPS.hint}</span> : null}
      </div>
      {draft === undefined ? (
        <>
          {stepsProblem === undefined ? <StepList steps={steps} /> : <Broken why={stepsProblem} text={stepsText} />}
          <Button
            variant="quiet"
            className="mt-1 -ml-2 text-text-2"
            onClick={() => setDraft(stepsText === '' || stepsText === '[]' ? STEPS.example : stepsText)}
          >
            {steps.length > 0 || stepsProblem ? STEPS.edit : STEPS.add}
          </Button>
        </>
      ) : (
        <StepsEditor text={text} draft={draft} onChange={setDraft} onSave={save} onCancel={() => setDraft(undefined)} />
      )}
    </section>
  );
}

/** Also what a file asks for, before it is armed. */
export function StepList({ steps }: { steps: readonly RoutineStep[] }) {
  if (steps.length === 0) return <p className="text-text-2">{STEPS.none}</p>;
  return (
    <ol className="divide-y divide-line-1 rounded-lg border border-line-1">
      {steps.map((step, index) => (
        <li key={index} className="flex items-start gap-2.5 px-3 py-2">
          <span aria-hidden className="mt-px w-4 shrink-0 text-right text-xs leading-5 text-text-2 tabular-nums">
            {index + 1}
          </span>
          {isScript(step) ? (
            <>
              <SquareTerminal aria-hidden className="mt-0.5 size-4 shrink-0 text-text-2" />
              <code className="min-w-0 flex-1 font-mono text-xs leading-5 break-words whitespace-pre-wrap">
                {step.script}
              </code>
            </>
          ) : (
            <>
              <Sparkles aria-hidden className="mt-0.5 size-4 shrink-0 text-text-2" />
              <div className="min-w-0 flex-1 sm:flex sm:gap-3">
                <p className="min-w-0 flex-1 break-words whitespace-pre-wrap">{step.ask}</p>
                <p className="shrink-0 text-xs leading-5 text-text-2">{STEPS.when[step.when]}</p>
              </div>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function Broken({ why, text }: { why: string; text: string }) {
  return (
    <>
      <p role="alert" className="mb-1.5 text-bad">
        {STEPS.broken(why)}
      </p>
      <pre className="note-raw break-words whitespace-pre-wrap" tabIndex={0} aria-label={STEPS.title}>
        {text}
      </pre>
    </>
  );
}

interface StepsEditorProps {
  text: string;
  draft: string;
  onChange: (draft: string) => void;
  onSave: (list: string) => void;
  onCancel: () => void;
}

function StepsEditor({ text, draft, onChange, onSave, onCancel }: StepsEditorProps) {
  const { problem, stepsProblem } = routineOf(withSteps(text, draft));
  const wrong = problem === undefined ? stepsProblem : STEPS.noYaml(problem);
  return (
    <>
      <textarea
        aria-label={STEPS.list}
        aria-invalid={wrong ? true : undefined}
        aria-describedby="routine-steps-note"
        className={cn(
          'block w-full resize-y rounded-md border border-line-2 bg-surface-2',
          'px-2.5 py-2 font-mono text-xs leading-5 text-text-1',
          'hover:border-text-3 focus-visible:outline-2 focus-visible:-outline-offset-1',
          'focus-visible:outline-focus aria-invalid:border-bad pointer-coarse:text-lg',
        )}
        rows={Math.min(20, Math.max(4, draft.split('\n').length + 1))}
        spellCheck={false}
        value={draft}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id="routine-steps-note" role={wrong ? 'alert' : undefined} className={wrong ? 'text-bad' : 'text-text-2'}>
        {wrong ?? STEPS.listHint}
      </p>
      <div className="mt-2 flex gap-2">
        <Button disabled={wrong !== undefined} onClick={() => onSave(draft)}>
          {STEPS.save}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {STEPS.cancel}
        </Button>
      </div>
    </>
  );
}
