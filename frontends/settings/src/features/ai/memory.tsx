import { BookText, Folder, Pencil, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { fileHref, nameOf, parseAddress } from '@zo/web/paths';
import { Link } from '@zo/web/router';
import { dayWords } from '@zo/web/schedules';
import { toProblem } from '@zo/web/store';
import { Button, IconButton, Input, returnLostFocus, toast } from '@zo/web/ui';
import { useChangeFactMutation, useMemoryQuery, type Fact } from '../../api/memory.endpoints';
import { Row, Rows } from '../../frame/rows';
import { MEMORY } from './memory-messages';
import { WaitingRow } from './waiting-text';

const SHOWN = 6;
const MAX_FACT = 500;
const notChanged = (error: unknown) => void toast.error(MEMORY.notChanged, { description: toProblem(error).detail });

/** Who said it and when, with the file that it is in. */
function Origin({ fact: { file_path, chat, by_user, day } }: { fact: Fact }) {
  const at = parseAddress(file_path);
  const when = day ? dayWords(new Date(`${day}T00:00`).getTime(), Date.now()) : '';
  return (
    <span className="flex flex-wrap gap-x-1.5">
      {chat ? (
        <Link to={`/f?chat=${chat.id}&chat_view=full`} className="hover:underline">
          {chat.title || MEMORY.noTitle}
        </Link>
      ) : by_user ? (
        <span>{MEMORY.you}</span>
      ) : null}
      {when ? <span>{when}</span> : null}
      <Link to={fileHref(at)} className="text-text-3 hover:underline">
        {nameOf(at)}
      </Link>
    </span>
  );
}

function FactRow({ fact }: { fact: Fact }) {
  const [change, { isLoading }] = useChangeFactMutation();
  const [draft, setDraft] = useState<string>();
  const { file_path, text } = fact;
  const close = () => (setDraft(undefined), returnLostFocus());
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (draft === text) return close();
    void change({ file_path, before: text, after: draft! }).unwrap().then(close, notChanged);
  };
  const forget = () =>
    void change({ file_path, before: text, after: null })
      .unwrap()
      .then(() => toast.success(MEMORY.forgotten), notChanged);
  if (draft !== undefined)
    return (
      <form aria-label={MEMORY.edit(text)} onSubmit={save} className="flex flex-wrap gap-2 px-4 py-3">
        <Input
          aria-label={MEMORY.fact}
          autoFocus
          maxLength={MAX_FACT}
          value={draft}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && close()}
          className="min-w-40 flex-1"
        />
        <Button type="submit" size="md" busy={isLoading} disabled={draft.trim() === ''}>
          {MEMORY.save}
        </Button>
        <Button size="md" variant="quiet" onClick={close}>
          {MEMORY.cancel}
        </Button>
      </form>
    );
  return (
    <Row label={<span className="font-normal">{text}</span>} hint={<Origin fact={fact} />}>
      <IconButton label={MEMORY.edit(text)} onClick={() => setDraft(text)}>
        <Pencil />
      </IconButton>
      <IconButton label={MEMORY.forget(text)} disabled={isLoading} onClick={forget}>
        <Trash2 />
      </IconButton>
    </Row>
  );
}

function AddFact() {
  const [change, { isLoading }] = useChangeFactMutation();
  const [text, setText] = useState('');
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void change({ file_path: null, before: null, after: text })
      .unwrap()
      .then(() => setText(''), notChanged);
  };
  return (
    <Row label={MEMORY.another} hint={MEMORY.anotherHint}>
      <form onSubmit={add} className="flex gap-2 max-md:w-full">
        <Input
          aria-label={MEMORY.another}
          placeholder={MEMORY.placeholder}
          maxLength={MAX_FACT}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" size="md" busy={isLoading} disabled={text.trim() === ''}>
          {MEMORY.add}
        </Button>
      </form>
    </Row>
  );
}

/** A fact keeps its key, and with it an edit that was begun, while others come and go. A text may be there twice. */
function keyed(facts: readonly Fact[]): [string, Fact][] {
  const seen = new Map<string, number>();
  return facts.map((fact) => {
    const key = `${fact.file_path} ${fact.text}`;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return [`${key} ${nth}`, fact];
  });
}

/** What the assistant remembers: facts, one a line of files in the home, and the guide beside the files. */
export function MemorySection() {
  const { data, isError, refetch } = useMemoryQuery(undefined, { refetchOnMountOrArgChange: true });
  const [all, setAll] = useState(false);
  // The newest first.
  const facts = data?.facts.toReversed() ?? [];
  const shown = all ? facts : facts.slice(0, SHOWN);
  const folder = fileHref({ root: 'w', path: ['Notes', 'Memory'] });
  const aside =
    facts.length > 0 ? (
      <Link to={folder} className="flex items-center gap-1.5 text-sm text-text-2 hover:underline">
        <Folder aria-hidden className="size-3.5" />
        {MEMORY.folder}
      </Link>
    ) : null;
  return (
    <Rows title={MEMORY.title} aside={aside}>
      {isError ? (
        <Row label={MEMORY.failed}>
          <Button onClick={() => void refetch()}>{MEMORY.again}</Button>
        </Row>
      ) : null}
      {data?.waiting
        .filter(({ kind }) => kind !== 'skill')
        .map((text) => (
          <WaitingRow key={`${text.file_path} ${text.hash}`} text={text} />
        ))}
      {data?.guide ? (
        <Row
          icon={<BookText aria-hidden className="size-4 shrink-0 text-text-2" />}
          label={nameOf(parseAddress(data.guide.file_path))}
          hint={MEMORY.guide}
        >
          <Link
            to={fileHref(parseAddress(data.guide.file_path))}
            className="rounded-md px-2 py-1 text-sm text-accent-text hover:bg-surface-3"
          >
            {MEMORY.open}
          </Link>
        </Row>
      ) : null}
      {keyed(shown).map(([key, fact]) => (
        <FactRow key={key} fact={fact} />
      ))}
      {data && facts.length === 0 ? <Row label={MEMORY.none} hint={MEMORY.noneHint} /> : null}
      {shown.length < facts.length ? (
        <div className="px-4 py-2">
          <Button variant="quiet" onClick={() => setAll(true)}>
            {MEMORY.showAll(facts.length)}
          </Button>
        </div>
      ) : null}
      {data ? <AddFact /> : null}
    </Rows>
  );
}
