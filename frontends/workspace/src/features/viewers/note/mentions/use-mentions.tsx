import { useEffect, useId, useLayoutEffect, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { createPortal } from 'react-dom';
import { Editor, type Point, type PointRef, type Range } from 'slate';
import { ReactEditor, useSlateSelector, useSlateStatic } from 'slate-react';
import { MENTION, optionId, PickMenu, useFileOptions, useToolOptions } from '@zo/web/mentions';
import { useAppDispatch, useMeQuery } from '@zo/web/store';
import { routinesApi } from '../../../../api/routines.endpoints';
import { focusText } from '../editor/focus-text';
import type { NoteEditor } from '../editor/types';
import { NOTE } from '../messages';
import { useNoteLocation } from '../note-context';
import { CalendarField, openCalendar } from './calendar-field';
import { calendarChoice, choicesOf, press } from './choices';
import { forgetSpace, goUp, insertDate, isBehindSpace, type Writing } from './insert-mention';
import { isDismissed, isSamePick, pickAtCursor } from './pick-at-cursor';

const MENU_HEIGHT = 300;
/** ED-03: of files; dates are short. */
const MENU_WIDTH = { file: 540, date: 320 };
/** Pixels between the menu and the edge of the window. */
const EDGE = 8;

/**
 * ED-03: the pickers of files, tools and dates in a note. `onKey` returns whether a picker used the key; `attributes`
 * tell assistive programs which choice is marked.
 */
export function useMentions() {
  const editor = useSlateStatic();
  const writing = useWriting();
  const id = useId();
  const pick = useSlateSelector(pickAtCursor, isSamePick);
  const [marked, setMarked] = useState<number>();
  const calendar = useRef<HTMLInputElement>(null);
  /** The sign of the pick that Escape dismissed. */
  const [dismissed, setDismissed] = useState<PointRef>();
  const active = pick && !isDismissed(pick, dismissed) ? pick : undefined;
  const query = active?.kind === 'file' ? active.query : undefined;
  const files = useFileOptions(query);
  const tools = useToolOptions(query);
  const found = active ? choicesOf(writing, active, { files: files.options, tools }) : [];
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
    if (kind && range) setPlace((before) => placeOf(editor, range, MENU_WIDTH[kind]) ?? before);
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
    Tab: () => (choices[at] ? (press(choices[at]), true) : false),
    ArrowRight: () => (choices[at]?.open ? (choices[at].open(), true) : false),
    Backspace: () => (active?.kind === 'file' ? goUp(editor, active) : false),
    Escape: () => (dismiss(), true),
  };
  const onKey = (event: KeyboardEvent): boolean => {
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
    const isSpaced = isBehindSpace(editor);
    forgetSpace(editor);
    return event.key === ' ' ? isSpaced : isOpen && (keys[event.key]?.() ?? false);
  };

  const note =
    active?.kind === 'date'
      ? found.length > 0
        ? NOTE.dates
        : NOTE.noDates
      : found.length > 0
        ? MENTION.title
        : files.note;
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
            onChoose={(index) => press(choices[index])}
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

/** The open note, and what its mentions are written with. */
function useWriting(): Writing {
  const dispatch = useAppDispatch();
  return {
    editor: useSlateStatic(),
    note: useNoteLocation(),
    handle: useMeQuery().data?.handle ?? '',
    routineId: async (address) => {
      const asked = dispatch(routinesApi.endpoints.registerRoutine.initiate(address));
      const { data } = await asked;
      asked.unsubscribe();
      return data?.id;
    },
  };
}

/** Under the sign of the mention, or over it where there is no space below; undefined before it is rendered. */
function placeOf(editor: NoteEditor, { anchor }: Range, width: number): CSSProperties | undefined {
  const [element, start] = domPointOf(editor, anchor) ?? [];
  if (!element) return undefined;
  const sign = document.createRange();
  sign.setStart(element, start!);
  const box = sign.getBoundingClientRect();
  const isBelow = box.bottom + MENU_HEIGHT < innerHeight;
  const left = Math.max(EDGE, Math.min(box.left, innerWidth - width - EDGE));
  const maxWidth = `min(${width}px, calc(100vw - ${2 * EDGE}px))`;
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
