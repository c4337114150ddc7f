import {
  memo,
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { flushSync } from 'react-dom';
import { Editor, Node, Transforms, type NodeEntry } from 'slate';
import {
  Editable,
  ReactEditor,
  Slate,
  useSlateStatic,
  type RenderElementProps,
  type RenderLeafProps,
} from 'slate-react';
import type { Place } from '@zo/web/paths';
import { isDialogOpen, modKey } from '@zo/web/ui';
import { isTabOut } from '../../../navigation/escape-tab';
import { useIsFinding } from '../find/find-in-text';
import type { ViewerProps } from '../viewer';
import { useCodeColours } from './code/use-code-colours';
import { windowOf } from './editor/block-window';
import { goToPlace } from './editor/go-to-place';
import { runKey } from './editor/keys';
import { isInLastBlock, writeBelow } from './editor/leave-block';
import { syncSelection } from './editor/sync-selection';
import { isVoidSelected } from './editor/with-voids';
import { NoteElement } from './elements/element';
import { NoteLeaf } from './elements/leaf';
import { renderChunk } from './elements/windowed-chunk';
import { FrontMatterPanel } from './front-matter-panel';
import { inlineHtmlIn } from './html/inline-html';
import { useImageUploads } from './images/use-image-uploads';
import { LinkCard } from './links/link-card';
import { useMentions } from './mentions/use-mentions';
import { NOTE } from './messages';
import { NoteSession } from './note-session';
import { SelectionKeeper } from './selection-keeper';
import { isInControl, moveTab } from './tab-stops';
import { Toolbar } from './toolbar/toolbar';
import { useActAtCursor } from './use-act-at-cursor';
import './note.css';

interface NoteEditorProps {
  name: string;
  text: string;
  onChange: NonNullable<ViewerProps['onChange']>;
  onSave: () => void;
  place?: Place;
  /** Shows the front matter above the body, and edits it. */
  Head?: ComponentType<NoteHeadProps>;
}

/** `onEdit` is called with a change of the whole text. */
export interface NoteHeadProps {
  text: string;
  onEdit: (change: (text: string) => string) => void;
}

/** ED-01: the rich editor of a note. */
export function NoteEditor({ name, text, onChange, onSave, place, Head = FrontMatterPanel }: NoteEditorProps) {
  const [session] = useState(() => new NoteSession(text, { inParts: true }));
  const { editor } = session;
  useEffect(() => session.take(text), [session, text]);
  useEffect(() => {
    let isOpen = true;
    // The first part is painted before the rest is read.
    const timer = setTimeout(() => void session.read(() => isOpen));
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [session]);
  // An empty note, and a routine without an instruction, is ready for writing.
  useEffect(() => {
    if (!isUnwritten(editor) || isDialogOpen()) return;
    ReactEditor.focus(editor);
    Transforms.select(editor, Editor.start(editor, []));
  }, [editor]);
  useEffect(() => {
    if (!place) return;
    session.finish();
    goToPlace(editor, session.document, place);
  }, [editor, session, place]);
  useEffect(() => showWholeInPrint(session), [session]);
  const finish = useCallback(() => session.finish(), [session]);
  const isFinding = useIsFinding();
  useEffect(() => {
    if (isFinding) session.finish();
    windowOf(editor).showText(isFinding || !session.isVeryLong);
  }, [editor, session, isFinding]);
  return (
    <Slate
      editor={editor}
      onValueChange={() => {
        // Printing a long note takes a part of the frame in which the letter appears.
        if (!session.isTaking) onChange(() => session.print());
      }}
    >
      <Tools onOutline={finish} />
      <div
        data-note-scroller
        className="min-h-0 flex-1 overflow-y-auto"
        // A press below the text, where no text is, writes at its end.
        onMouseDown={(event) => {
          if (event.target !== event.currentTarget || event.button !== 0) return;
          if (isOnScrollbar(event)) return;
          event.preventDefault();
          session.finish();
          ReactEditor.focus(editor);
          writeBelow(editor);
        }}
      >
        <div className="note-width mx-auto px-6 pt-8">
          <Head
            text={text}
            onEdit={(change) => {
              const next = change(session.print());
              session.take(next);
              onChange(next);
            }}
          />
        </div>
        <Body name={name} session={session} onSave={onSave} />
      </div>
    </Slate>
  );
}

/** They render when the selection or the marks have changed, not at every key. */
const Tools = memo(Toolbar);

const Body = memo(function Body({
  name,
  session,
  onSave,
}: Pick<NoteEditorProps, 'name' | 'onSave'> & { session: NoteSession }) {
  const editor = useSlateStatic();
  const colours = useCodeColours();
  const mentions = useMentions();
  const images = useImageUploads(session);
  const decorate = useCallback(
    (entry: NodeEntry) => [...colours(entry), ...inlineHtmlIn(entry), ...images.decorate(entry)],
    [colours, images.decorate],
  );
  const actAtCursor = useActAtCursor();
  const end = useRef<HTMLSpanElement>(null);
  const onKey = (event: KeyboardEvent): boolean => {
    // Tab leaves the text after Escape, unless that only closed the menu of mentions.
    if (mentions.onKey(event)) return true;
    const isLeaving = isTabOut(event);
    if ((event.ctrlKey || event.metaKey) && event.key === 's' && !event.shiftKey) return (onSave(), true);
    const isTab = event.key === 'Tab' && !modKey(event) && !event.altKey;
    if (isInControl(editor, event)) {
      if (isTab) return moveTab(editor, event, end.current!);
      return event.key === 'Escape' && returnToText(editor);
    }
    if (event.key === 'Enter' && modKey(event) && !event.shiftKey && !event.altKey && actAtCursor()) return true;
    if (!isLeaving && !event.nativeEvent.isComposing && runKey(editor, event)) return true;
    return isTab && moveTab(editor, event, end.current!);
  };
  return (
    <>
      <SelectionKeeper />
      <Editable
        aria-label={`Text of ${name}`}
        data-page-focus="keys"
        className="prose-zo note note-width mx-auto px-6 pb-24 outline-none"
        placeholder={NOTE.placeholder}
        decorate={decorate}
        renderElement={renderElement}
        renderLeaf={renderLeaf}
        renderChunk={renderChunk}
        spellCheck
        onPaste={(event) => {
          syncSelection(editor);
          if (images.take(event.clipboardData)) event.preventDefault();
        }}
        onDrop={(event) => {
          const at = ReactEditor.findEventRange(editor, event);
          if (!images.take(event.dataTransfer, at)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        {...mentions.attributes}
        onKeyDown={(event) => {
          const isDown = event.key === 'ArrowDown';
          const isFar = event.ctrlKey || event.metaKey;
          // A press on an image selects it in the editor; the browser may have its cursor beside it.
          const isText = event.key.length === 1 && isVoidSelected(editor);
          if (isFar || isDown || isText || event.key === 'Tab') syncSelection(editor);
          // The end of the note, and all of it, may not be read yet.
          if (isFar || (isDown && isInLastBlock(editor))) session.finish();
          const isUsed = onKey(event);
          if (isUsed) event.preventDefault();
        }}
      />
      <span ref={end} tabIndex={-1} />
      {mentions.menu}
      <LinkCard />
    </>
  );
});

const isUnwritten = ({ children: [first, ...others] }: ReactEditor): boolean =>
  others.length === 0 &&
  first !== undefined &&
  'type' in first &&
  first.type === 'paragraph' &&
  Node.string(first) === '';

const isOnScrollbar = ({ nativeEvent, currentTarget }: MouseEvent<HTMLElement>): boolean =>
  nativeEvent.offsetX >= currentTarget.clientWidth;

/** The cursor is where it was. */
function returnToText(editor: ReactEditor): true {
  ReactEditor.focus(editor);
  return true;
}

function showWholeInPrint(session: NoteSession): () => void {
  const window = windowOf(session.editor);
  const show = () => {
    flushSync(() => session.finish());
    flushSync(() => window.showWhole(true));
  };
  const end = () => window.showWhole(false);
  addEventListener('beforeprint', show);
  addEventListener('afterprint', end);
  return () => {
    removeEventListener('beforeprint', show);
    removeEventListener('afterprint', end);
  };
}

const renderElement = (props: RenderElementProps) => <NoteElement {...props} />;
const renderLeaf = (props: RenderLeafProps) => <NoteLeaf {...props} />;
