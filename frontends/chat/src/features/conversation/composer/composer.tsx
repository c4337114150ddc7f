import { AtSign, Paperclip } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ClipboardEvent, type ReactNode } from 'react';
import { terminalToggled, useAppDispatch } from '@zo/web/store';
import { nameOf } from '@zo/web/paths';
import { cn, IconButton, toast } from '@zo/web/ui';
import { useSkillsQuery } from '../../../api/mentions.endpoints';
import type { QueuedMessage } from '../../../api/types';
import { TEXT } from '../../../messages';
import { chatCommands, type ChatCommand } from './commands';
import { ComposerChips } from './composer-chips';
import { GrowingText } from './growing-text';
import { replacePicked, type Picking } from './pick-at';
import { Queue } from './queue';
import { SendButton } from './send-button';
import { MAX_CHATS } from './drafts';
import { MENTION } from '@zo/web/mentions';
import { useFileInput } from './use-intake';
import type { MentionOption } from './use-mention-options';
import { useMessage, type MessageOptions } from './use-message';
import { VoiceButton } from './voice/voice-button';
import { usePicker } from './use-picker';
import { useTyping } from './use-typing';

export interface ComposerProps extends MessageOptions {
  running: boolean;
  /** Who answers: persona and model. */
  tools: ReactNode;
  autoFocus?: boolean;
  onStop: () => void;
  /** Messages that wait for the answer being written. */
  queued?: readonly QueuedMessage[];
  onNew?: () => void;
}

/** Height of the menu of files and commands in pixels. */
const MENU_HEIGHT = 320;

function chooseFiles(onChosen: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.onchange = () => onChosen([...(input.files ?? [])]);
  input.click();
}

/** Inserts the picked option into the text and moves the caret behind it. */
function usePicking(props: ComposerProps, message: ReturnType<typeof useMessage>, attach: () => void) {
  const field = useRef<HTMLTextAreaElement>(null);
  const dispatch = useAppDispatch();
  const caretTo = useRef<number>(undefined);
  const [below, setBelow] = useState(false);
  const { text, setText } = message;
  const put = (next: { text: string; caret: number }) => {
    caretTo.current = next.caret;
    setText(next.text);
  };
  const onMention = (option: MentionOption, picking: Picking) => {
    if (option.kind === 'tool') return put(replacePicked(text, picking, `\`tool ${option.tool.slug}\` `));
    if (option.kind === 'chat') {
      put(replacePicked(text, picking, ''));
      if (!message.addChat(option.chat)) toast(TEXT.tooManyChats(MAX_CHATS));
      return;
    }
    const { file } = option;
    // The helper needs the path in its text; a model gets the file as context and only needs its name.
    put(replacePicked(text, picking, `${props.helper ? file.path.join('/') : `@${nameOf(file)}`} `));
    message.addFiles(props.chatId, [file]);
  };
  const onCommand = (command: ChatCommand) => {
    put({ text: command.text ?? '', caret: command.text?.length ?? 0 });
    command.run?.();
  };
  const { data: skills = [] } = useSkillsQuery(undefined, { skip: !text.startsWith('/') || props.helper });
  const picker = usePicker({
    text,
    below,
    commands: chatCommands({
      helper: props.helper ?? false,
      skills,
      onNew: () => props.onNew?.(),
      onAttach: attach,
      onTerminal: () => dispatch(terminalToggled()),
    }),
    chatId: props.chatId,
    filesOnly: props.helper ?? false,
    onMention,
    onFolder: (query, picking) => put(replacePicked(text, picking, `@${query}`)),
    onCommand,
  });
  const { setCaret } = picker;
  useLayoutEffect(() => {
    const caret = caretTo.current;
    if (caret === undefined) return;
    caretTo.current = undefined;
    field.current?.setSelectionRange(caret, caret);
    setCaret(caret);
  });
  return {
    field,
    picker,
    noteCaret: () => {
      setCaret(field.current?.selectionStart);
      setBelow((field.current?.getBoundingClientRect().top ?? MENU_HEIGHT) < MENU_HEIGHT);
    },
    /** CH-02: leaving the field removes an unfinished mention. */
    onBlur: () => {
      // The window lost the focus, not the field.
      if (document.activeElement === field.current) return;
      if (picker.open && picker.active?.kind === 'mention') setText(replacePicked(text, picker.active, '').text);
      setCaret(undefined);
    },
    beginMention: () => {
      const at = field.current?.selectionStart ?? text.length;
      const sign = at > 0 && !/\s/.test(text[at - 1]!) ? ' @' : '@';
      field.current?.focus();
      put({ text: text.slice(0, at) + sign + text.slice(at), caret: at + sign.length });
    },
  };
}

/** CH-01, CH-02, CH-04, CH-05: the message composer. */
export function Composer(props: ComposerProps) {
  const { chatId, running, tools, autoFocus, onStop, queued = [] } = props;
  const message = useMessage(props);
  const { text, files, attachments, chats } = message;
  const [typing, touch] = useTyping();
  const focus = () => field.current?.focus();
  const { arriving, over, handlers, pasteFiles, upload } = useFileInput({
    chatId,
    onFiles: message.addFiles,
    onText: (added) => message.setText(message.text ? `${message.text}\n${added}` : added),
    onExcerpt: message.addExcerpt,
    onFocus: focus,
  });
  const attach = () => chooseFiles(upload);
  const addSaid = (said: string) => {
    message.addSaid(said);
    focus();
  };
  const { field, picker, noteCaret, onBlur, beginMention } = usePicking(props, message, attach);
  const blocked = message.empty || arriving.length > 0;
  const send = () => {
    if (!blocked) void message.send();
  };
  const onPaste = (event: ClipboardEvent) => {
    if (pasteFiles(event.clipboardData) || message.addPasted(event.clipboardData.getData('text/plain')))
      event.preventDefault();
  };

  return (
    <>
      <Queue chatId={chatId} running={running} queued={queued} onEdit={(each) => (message.putBack(each), focus())} />
      <div
        role="group"
        aria-label="New message"
        data-over={over || undefined}
        className={cn(
          'relative rounded-xl border bg-surface-1 shadow-float transition-colors duration-[120ms]',
          'focus-within:border-focus',
          over ? 'border-accent' : 'border-line-2',
        )}
        onClick={(event) => event.target === event.currentTarget && focus()}
        {...handlers}
      >
        {picker.menu}
        <ComposerChips
          files={files}
          attachments={attachments}
          chats={chats}
          arriving={arriving}
          onRemoveFile={(file) => (message.removeFile(file), focus())}
          onRemoveChat={(chat) => (message.removeChat(chat), focus())}
          onRemoveAttachment={(attachment) => (message.removeAttachment(attachment), focus())}
        />
        <GrowingText
          field={field}
          value={text}
          onChange={(next) => (message.setText(next), touch())}
          minHeight={80}
          label="Message"
          placeholder={TEXT.placeholder}
          autoFocus={autoFocus}
          className="rounded-xl px-3.5 pt-3 pb-12 pointer-coarse:pb-15"
          onEnter={send}
          onKey={picker.onKey}
          onCaret={noteCaret}
          onPaste={onPaste}
          onBlur={onBlur}
          onBackspaceInEmpty={message.removeLast}
          list={{ id: picker.listId, active: picker.optionId }}
        />
        {/* Overlaps the lower edge of the field, which reserves the space under its text. */}
        <div
          className={cn(
            '@container/tools pointer-events-none absolute inset-x-0 bottom-0 flex',
            'items-center gap-1 rounded-b-xl bg-surface-1 px-2.5 pt-1 pb-2.5',
            '*:pointer-events-auto',
          )}
        >
          <IconButton label="Attach files" side="top" onClick={attach}>
            <Paperclip />
          </IconButton>
          <IconButton
            label={MENTION.title}
            keys="@"
            side="top"
            onPointerDown={(event) => event.preventDefault()}
            onClick={beginMention}
          >
            <AtSign />
          </IconButton>
          <VoiceButton onText={addSaid} />
          <span className="pointer-events-none! min-w-0 flex-1" />
          {tools}
          <SendButton
            length={text.length}
            running={running}
            disabled={blocked}
            typing={typing}
            onSend={send}
            onStop={onStop}
          />
        </div>
        {over ? (
          <div
            className={cn(
              'pointer-events-none absolute inset-0 flex items-center justify-center',
              'rounded-xl bg-accent-soft text-base font-medium text-accent-text',
            )}
          >
            {TEXT.dropHere}
          </div>
        ) : null}
      </div>
    </>
  );
}
