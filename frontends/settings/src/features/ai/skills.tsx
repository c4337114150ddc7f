import { BookOpen, CircleAlert, Folder } from 'lucide-react';
import { fileHref, parseAddress } from '@zo/web/paths';
import { Link } from '@zo/web/router';
import { useMemoryQuery } from '../../api/memory.endpoints';
import { FailedRead } from '../../frame/failed-read';
import { Row, Rows } from '../../frame/rows';
import { SKILLS } from './memory-messages';
import { WaitingRow } from './waiting-text';

function Open({ file, label }: { file: string; label: string }) {
  return (
    <Link
      to={fileHref(parseAddress(file))}
      aria-label={`${SKILLS.open} ${label}`}
      className="rounded-md px-2 py-1 text-sm text-accent-text hover:bg-surface-3"
    >
      {SKILLS.open}
    </Link>
  );
}

/** The skills of the home, those that wait for their user, and files of memory and skills that cannot be read. */
export function SkillsSection() {
  const { data, isError, isFetching, refetch } = useMemoryQuery();
  if (!data)
    return isError ? (
      <Rows title={SKILLS.title}>
        <FailedRead label={SKILLS.failed} busy={isFetching} onAgain={refetch} />
      </Rows>
    ) : null;
  const { skills, unreadable } = data;
  const waiting = data.waiting.filter(({ kind }) => kind === 'skill');
  const isEmpty = skills.length + waiting.length === 0;
  const aside = isEmpty ? null : (
    <Link
      to={fileHref({ root: 'w', path: ['skills'] })}
      className="flex items-center gap-1.5 text-sm text-text-2 hover:underline"
    >
      <Folder aria-hidden className="size-3.5" />
      {SKILLS.folder}
    </Link>
  );
  return (
    <Rows title={SKILLS.title} aside={aside}>
      {waiting.map((text) => (
        <WaitingRow key={`${text.file_path} ${text.hash}`} text={text} />
      ))}
      {skills.map(({ name, description, file_path }) => (
        <Row
          key={file_path}
          icon={<BookOpen aria-hidden className="size-4 shrink-0 text-text-2" />}
          label={name}
          hint={<span className="line-clamp-3 break-words">{description}</span>}
        >
          <Open file={file_path} label={name} />
        </Row>
      ))}
      {unreadable.map(({ name, problem, file_path }) => (
        <Row
          key={file_path}
          icon={<CircleAlert aria-hidden className="size-4 shrink-0 text-bad" />}
          label={name}
          hint={problem}
        >
          <Open file={file_path} label={name} />
        </Row>
      ))}
      {isEmpty ? <Row label={SKILLS.none} hint={SKILLS.noneHint} /> : null}
    </Rows>
  );
}
