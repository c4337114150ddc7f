import { Calendar, CalendarDays, FileText, Folder, Wrench } from 'lucide-react';
import { insideFolder, MAX_OPTIONS, MENTION, type FileOption, type PickOption } from '@zo/web/mentions';
import { nameOf, parentOf } from '@zo/web/paths';
import type { ListedTool } from '@zo/web/store';
import { NOTE } from '../messages';
import { dateOptions } from '../model/dates';
import { insertDate, insertFile, insertTool, retype, type Writing } from './insert-mention';
import type { NotePick } from './pick-at-cursor';

export interface Choice extends PickOption {
  readonly choose: () => void;
  /** ED-03: lists a folder, as a click and Tab do. Enter chooses it. */
  readonly open?: (() => void) | undefined;
}

/** What '@' has found. */
interface Found {
  readonly files: readonly FileOption[];
  readonly tools: readonly ListedTool[];
}

export const press = (choice: Choice | undefined) => (choice?.open ?? choice?.choose)?.();

export const calendarChoice = (choose: () => void): Choice => ({
  key: 'calendar',
  icon: <CalendarDays />,
  label: NOTE.calendar,
  choose,
});

/** ED-03: the choices for what was typed after '@' or '^'. */
export function choicesOf(writing: Writing, pick: NotePick, { files, tools }: Found): Choice[] {
  if (pick.kind === 'date') return dateOptions(pick.query, new Date()).map(dateChoice);
  return [...files.slice(0, MAX_OPTIONS - tools.length).map(fileChoice), ...tools.map(toolChoice)];

  function dateChoice({ label, day }: { label: string; day: string }): Choice {
    return {
      key: `${label} ${day}`,
      icon: <Calendar />,
      label,
      hint: day,
      choose: () => insertDate(writing.editor, pick, day),
    };
  }

  function fileChoice(file: FileOption): Choice {
    const inside = insideFolder(file);
    return {
      key: `${file.root}/${file.path.join('/')}`,
      icon: file.isDirectory ? <Folder /> : <FileText />,
      label: nameOf(file),
      hint: parentOf(file).path.join(' / '),
      choose: () => insertFile(writing, pick, file),
      open: inside === undefined ? undefined : () => retype(writing.editor, pick, inside),
    };
  }

  function toolChoice({ slug, title }: ListedTool): Choice {
    return {
      key: `tool ${slug}`,
      icon: <Wrench />,
      label: title,
      hint: MENTION.tool,
      choose: () => insertTool(writing.editor, pick, slug),
    };
  }
}
