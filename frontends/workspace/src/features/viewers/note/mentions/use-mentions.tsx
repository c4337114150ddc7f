import { Calendar, CalendarDays, FileText, Folder } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { Editor, Point, Transforms, type Element, type PointRef, type Range } from 'slate';
import { ReactEditor, useSlateSelector, useSlateStatic } from 'slate-react';
import { MENTION, optionId, PickMenu, useFileOptions, type FileOption, type PickOption } from '@zo/web/mentions';
import { nameOf, parentOf, rawHref, type Location } from '@zo/web/paths';
import { focusText } from '../editor/focus-text';
import { around } from '../editor/blocks';
import { insertImage, narrowInsertedImage, titleOf } from '../editor/images';
import { dateMention, fileMention } from '../model/mention';
import { dateOptions } from '../model/dates';
import type { MentionKind } from '../model/nodes';
import type { NoteEditor } from '../editor/types';
import { NOTE } from '../messages';
import { useNoteLocation } from '../note-context';
import { relativeLink } from '../resolve-link';
import { CalendarField, openCalendar } from './calendar-field';
import { isDismissed, isSamePick, pickAtCursor, type NotePick } from './pick-at-cursor';

interface Choice extends PickOption {
  readonly choose: () => void;
  /** ED-03: opens a folder instead of choosing it. */
  readonly open?: () => void;
}

const MENU_HEIGHT = 300;
const MENU_WIDTH = 384;
/** Pixels between the menu and the edge of the window. */
const EDGE = 8;

/**
 * ED-03: the pickers of files and dates in a note. `onKey` returns whether a picker used the key; `attributes` tell
 * assistive programs which choice is marked.
 */
export function useMentions() {
  const editor = useSlateStatic();
  const location = useNoteLocation();
  const id = useId();
  const pick = useSlateSelector(pickAtCursor, isSamePick);
  const [marked, setMarked] = useState<number>();
  const calendar = useRef<HTMLInputElement>(null);
  /** The sign of the pick that Escape dismissed. */
  const [dismissed, setDismissed] = useState<PointRef>();
  const active = pick && !isDismissed(pick, dismissed) ? pick : undefined;
  const files = useFileOptions(active?.kind === 'file' ? active.query : undefined);
  const found = active ? choicesOf({ editor, note: location }, active, files.options) : [];
  // Text with a space that matches nothing is prose.
  const isProse = active !== undefined && found.length === 0 && /\s/.test(active.query);
  const isOpen = active !== undefined && !isProse;
  const choices = active?.kind === 'date' ? [...found, calendarChoice(() => openCalendar(calendar.current))] : found;
  // Behind text that is no date, Enter stays a line break.
  const at = Math.min(marked ?? (found.length > 0 ? 0 : -1), choices.length - 1);

  useEffect(() => setMarked(undefined), [active?.kind, active?.query]);
  useEffect(() => {
    if (!pick) setDismissed(undefined);
  }, [pick]);
  useEffect(() => () => void dismissed?.unref(), [dismissed]);

  // The text of the mention is in the page only after it was rendered.
  const [place, setPlace] = useState<CSSProperties>();
  const { kind, range } = active ?? {};
  useLayoutEffect(() => {
    if (range) setPlace((before) => placeOf(editor, range) ?? before);
  }, [editor, kind, range?.anchor.path.join(), range?.anchor.offset]);

  const move = (by: number) => setMarked((at + by + choices.length) % Math.max(1, choices.length));
  const dismiss = () => setDismissed(active && Editor.pointRef(editor, active.range.anchor));
  const leaveCalendar = () => {
    dismiss();
    focusText(editor);
  };
  const keys: Record<string, () => boolean> = {
    ArrowDown: () => (move(1), true),
    ArrowUp: () => (move(-1), true),
    Enter: () => (choices[at] ? (choices[at].choose(), true) : false),
    Tab: () => (choices[at] ? (choices[at].choose(), true) : false),
    ArrowRight: () => (choices[at]?.open ? (choices[at].open(), true) : false),
    Backspace: () => (active?.kind === 'file' ? goUp(editor, active) : false),
    Escape: () => (dismiss(), true),
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
    const isSpaced = isBehindSpace(editor);
    spaces.delete(editor);
    return event.key === ' ' ? isSpaced : isOpen && (keys[event.key]?.() ?? false);
  };

  const note = active?.kind === 'date' ? (found.length > 0 ? NOTE.dates : NOTE.noDates) : files.note;
  const menu =
    isOpen && place
      ? createPortal(
          <PickMenu
            id={id}
            label={active.kind === 'date' ? NOTE.dates : MENTION.title}
            note={note}
            options={choices}
            at={at}
            wide={active.kind === 'file'}
            below
            style={place}
            onMark={setMarked}
            onChoose={(index) => choices[index]?.choose()}
          >
            {active.kind === 'date' ? (
              <CalendarField
                field={calendar}
                onChoose={(day) => insertDate(editor, active, day)}
                onLeave={leaveCalendar}
              />
            ) : null}
          </PickMenu>,
          document.body,
        )
      : null;
  const attributes = menu
    ? ({
        'aria-haspopup': 'listbox',
        'aria-autocomplete': 'list',
        'aria-controls': id,
        'aria-activedescendant': choices[at] && optionId(id, at),
      } as const)
    : {};
  return { onKey, menu, attributes };
}

const calendarChoice = (choose: () => void): Choice => ({
  key: 'calendar',
  icon: <CalendarDays />,
  label: NOTE.calendar,
  choose,
});

interface Place {
  readonly editor: NoteEditor;
  readonly note: Location;
}

function choicesOf({ editor, note }: Place, pick: NotePick, files: readonly FileOption[]): Choice[] {
  if (pick.kind === 'date')
    return dateOptions(pick.query, new Date()).map(({ label, day }) => ({
      key: `${label} ${day}`,
      icon: <Calendar />,
      label,
      hint: day,
      choose: () => insertDate(editor, pick, day),
    }));
  return files.map((file) => ({
    key: `${file.root}/${file.path.join('/')}`,
    icon: file.isDirectory ? <Folder /> : <FileText />,
    label: nameOf(file),
    hint: parentOf(file).path.join(' / '),
    choose: () =>
      isPicture(file) && !around(editor, 'cell')
        ? insertPicture({ editor, note }, pick, file)
        : insert(editor, pick, { kind: 'file', value: fileMention(file.path.join('/')) }),
    ...(file.isDirectory && { open: () => retype(editor, pick, `${file.path.join('/')}/`) }),
  }));
}

function insert(editor: NoteEditor, { range }: NotePick, { kind, value }: { kind: MentionKind; value: string }): void {
  const mention = { type: 'mention', kind, value, tick: '`', children: [{ text: '' }] } as unknown as Element;
  Transforms.select(editor, range);
  Transforms.delete(editor);
  Transforms.insertNodes(editor, mention);
  Transforms.move(editor, { unit: 'offset' });
  addSpace(editor);
  // The calendar has taken the focus.
  focusText(editor);
}

/** Behind the space that was added after a mention. People who type one after it as well mean the same. */
const spaces = new WeakMap<NoteEditor, Point>();

function addSpace(editor: NoteEditor): void {
  const at = editor.selection?.anchor;
  const next = at && Editor.after(editor, at);
  if (next && Editor.string(editor, { anchor: at, focus: next }) === ' ') Transforms.move(editor);
  else editor.insertText(' ');
  if (editor.selection) spaces.set(editor, editor.selection.anchor);
}

function isBehindSpace(editor: NoteEditor): boolean {
  const [at, space] = [editor.selection?.anchor, spaces.get(editor)];
  return at !== undefined && space !== undefined && Point.equals(at, space);
}

const insertDate = (editor: NoteEditor, pick: NotePick, day: string) =>
  insert(editor, pick, { kind: 'date', value: dateMention(day) });

const isPicture = (file: FileOption) => !file.isDirectory && /\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(nameOf(file));

/** ED-06: an image of the user's files is shown where it is mentioned. */
function insertPicture({ editor, note }: Place, { range }: NotePick, file: FileOption): void {
  Transforms.select(editor, range);
  Transforms.delete(editor);
  insertImage(editor, { url: relativeLink(note, file), caption: titleOf(nameOf(file)) });
  narrowInsertedImage(editor, rawHref(file));
  Transforms.move(editor, { unit: 'offset' });
}

/** Replaces the text after the '@'. */
function retype(editor: NoteEditor, { range }: NotePick, query: string): void {
  const { path, offset } = range.anchor;
  Transforms.insertText(editor, query, { at: { anchor: { path, offset: offset + 1 }, focus: range.focus } });
}

/** ED-03: Backspace after the slash of a folder goes up one level. */
function goUp(editor: NoteEditor, pick: NotePick): boolean {
  if (!pick.query.endsWith('/')) return false;
  const above = pick.query.split('/').slice(0, -2);
  retype(editor, pick, above.length > 0 ? `${above.join('/')}/` : '');
  return true;
}

/** Under the sign of the mention, or over it where there is no space below; undefined before it is rendered. */
function placeOf(editor: NoteEditor, { anchor }: Range): CSSProperties | undefined {
  const [element, start] = domPointOf(editor, anchor) ?? [];
  if (!element) return undefined;
  const sign = document.createRange();
  sign.setStart(element, start!);
  const box = sign.getBoundingClientRect();
  const isBelow = box.bottom + MENU_HEIGHT < innerHeight;
  const left = Math.max(EDGE, Math.min(box.left, innerWidth - MENU_WIDTH - EDGE));
  const maxWidth = `min(${MENU_WIDTH}px, calc(100vw - ${2 * EDGE}px))`;
  const place = isBelow ? { top: box.bottom + 6 } : { bottom: innerHeight - box.top + 6 };
  return { position: 'fixed', left, maxWidth, right: 'auto', top: 'auto', bottom: 'auto', margin: 0, ...place };
}

function domPointOf(editor: NoteEditor, point: Point) {
  try {
    return ReactEditor.toDOMPoint(editor, point);
  } catch {
    return undefined;
  }
}
