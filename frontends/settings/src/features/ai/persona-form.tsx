import { ImagePlus, X } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import type { Zofile } from '@zo/web/api';
import { toProblem, useCreateZofileMutation, useUpdateZofileMutation } from '@zo/web/store';
import { Button, Field, INPUT_LOOK, cn, toast } from '@zo/web/ui';
import { FormEnd } from '../../frame/form-end';
import { KNOWS } from './memory-messages';
import { PERSONAS } from './messages';
import { PersonaAvatar } from './persona-avatar';
import { PersonaKnowledge } from './persona-knowledge';
import { smallPicture } from './picture';

function chooseFile(onChosen: (file: File) => void): void {
  const input = Object.assign(document.createElement('input'), { type: 'file', accept: 'image/*' });
  input.onchange = () => input.files?.[0] && onChosen(input.files[0]);
  input.click();
}

/** ZF-01: creates or changes a persona. */
export function PersonaForm({ zofile, onDone }: { zofile?: Zofile; onDone: () => void }) {
  const [name, setName] = useState(zofile?.name ?? '');
  const [prompt, setPrompt] = useState(zofile?.prompt ?? '');
  const [image, setImage] = useState(zofile?.image ?? null);
  const [problem, setProblem] = useState<string>();
  const [create, { isLoading: creating }] = useCreateZofileMutation();
  const [update, { isLoading: updating }] = useUpdateZofileMutation();
  const promptId = useId();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setProblem(undefined);
    const body = { name, prompt, image };
    void (zofile ? update({ id: zofile.id, ...body }) : create(body)).unwrap().then(
      (saved) => {
        toast.success(`${saved.name} ${zofile ? 'saved' : 'created'}`);
        onDone();
      },
      (error: unknown) => setProblem(toProblem(error).detail),
    );
  };
  const pick = () =>
    chooseFile(
      (file) =>
        void smallPicture(file).then(
          (made) => (setImage(made), setProblem(undefined)),
          () => setProblem(PERSONAS.badPicture),
        ),
    );
  return (
    <form
      aria-label={zofile ? `Edit ${zofile.name}` : 'New persona'}
      onSubmit={submit}
      className="flex flex-col gap-3.5 px-4 py-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <PersonaAvatar name={name} image={image} />
        <Button variant="quiet" onClick={pick}>
          <ImagePlus />
          {image === null ? 'Add picture' : 'Change picture'}
        </Button>
        {image === null ? null : (
          <Button variant="quiet" onClick={() => setImage(null)}>
            <X />
            Remove picture
          </Button>
        )}
      </div>
      <Field
        label="Name"
        required
        autoFocus
        maxLength={80}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={promptId} className="text-sm font-medium">
          Prompt
        </label>
        <textarea
          id={promptId}
          aria-describedby={`${promptId}-note`}
          rows={7}
          maxLength={20_000}
          placeholder={PERSONAS.promptPlaceholder}
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
          className={cn(INPUT_LOOK, 'h-auto min-h-32 resize-y py-2 leading-normal pointer-coarse:h-auto')}
        />
        <p id={`${promptId}-note`} className="text-xs text-text-3">
          {PERSONAS.promptHint}
        </p>
      </div>
      {zofile ? <PersonaKnowledge zofileId={zofile.id} /> : <p className="text-xs text-text-3">{KNOWS.later}</p>}
      <FormEnd problem={problem} action={zofile ? 'Save' : 'Create'} busy={creating || updating} onCancel={onDone} />
    </form>
  );
}
