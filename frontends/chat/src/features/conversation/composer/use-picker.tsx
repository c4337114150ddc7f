import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { aboveFolder, insideFolder, MENTION, PickMenu, type PickOption } from '@zo/web/mentions';
import { TEXT } from '../../../messages';
import type { ChatCommand } from './commands';
import { pickingAt, type Picking } from './pick-at';
import { pickOptionOf, useMentionOptions, type MentionOption } from './use-mention-options';

interface PickerOptions {
  text: string;
  commands: readonly ChatCommand[];
  /** There is more space below the field than above it. */
  below: boolean;
  chatId: string;
  /** The built-in helper answers. */
  filesOnly: boolean;
  onMention: (option: MentionOption, picking: Picking) => void;
  /** Lists another folder: `query` is the text after '@' then. */
  onFolder: (query: string, picking: Picking) => void;
  onCommand: (command: ChatCommand) => void;
}

const commandOption = ({ name, icon, hint }: ChatCommand): PickOption => ({
  key: name,
  icon,
  label: `/${name}`,
  hint,
});

/** Selected text is what a key is about. */
const isAtCaret = ({ selectionStart, selectionEnd }: HTMLTextAreaElement): boolean => selectionStart === selectionEnd;

/** ED-03: the menu of files, tools and chats after '@' and of commands after '/', controlled from the text field. */
export function usePicker(props: PickerOptions) {
  const { text, commands, below, chatId, filesOnly, onMention, onFolder, onCommand } = props;
  const id = useId();
  const [caret, setCaret] = useState<number>();
  const [marked, setMarked] = useState(0);
  /** Start offset of the pick that was made or that Escape dismissed; another pick opens the menu again. */
  const [dismissed, setDismissed] = useState<number>();
  const picking = caret === undefined ? undefined : pickingAt(text, Math.min(caret, text.length));
  const active = picking && picking.start !== dismissed ? picking : undefined;
  const query = active?.kind === 'mention' ? active.query : undefined;
  const mentions = useMentionOptions({ query, chatId, filesOnly });
  const found =
    active?.kind === 'command' ? commands.filter(({ name }) => name.toLowerCase().startsWith(active.query)) : [];
  const options = active?.kind === 'mention' ? mentions.options.map(pickOptionOf) : found.map(commandOption);
  // Text with a space that matches no entry is prose.
  const isProse = active?.kind === 'mention' && options.length === 0 && /\s/.test(active.query);
  const open = active !== undefined && !isProse && (active.kind === 'mention' || options.length > 0);
  const at = Math.min(marked, Math.max(0, options.length - 1));

  useEffect(() => setMarked(0), [active?.kind, active?.query]);
  useEffect(() => {
    if (!picking) setDismissed(undefined);
  }, [picking]);

  const choose = (index: number) => {
    if (!active) return;
    const mention = mentions.options[index];
    const command = found[index];
    if (active.kind === 'mention' && mention) {
      onMention(mention, active);
      // The name stays in the text, and what is written behind it is no longer looked for.
      setDismissed(active.start);
    }
    if (active.kind === 'command' && command) onCommand(command);
  };
  /** False where no mention is written, or the folder has none inside or above. */
  const list = (folder: string | undefined): boolean => {
    if (folder === undefined || active?.kind !== 'mention') return false;
    onFolder(folder, active);
    return true;
  };
  const enter = (index: number): boolean => {
    const mention = active?.kind === 'mention' ? mentions.options[index] : undefined;
    return list(mention?.kind === 'file' ? insideFolder(mention.file) : undefined);
  };
  const keys: Record<string, () => boolean> = {
    ArrowDown: () => (setMarked((at + 1) % Math.max(1, options.length)), true),
    ArrowUp: () => (setMarked((at - 1 + options.length) % Math.max(1, options.length)), true),
    // CH-02: Enter chooses instead of sending while the menu is open.
    Enter: () => (choose(at), true),
    Tab: () => enter(at) || (options.length ? (choose(at), true) : false),
    Escape: () => (setDismissed(active?.start), true),
    ArrowRight: () => enter(at),
    Backspace: () => list(query === undefined ? undefined : aboveFolder(query)),
  };
  /** Returns whether the menu used the key. */
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>): boolean =>
    open &&
    isAtCaret(event.currentTarget) &&
    !event.shiftKey &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.altKey &&
    (keys[event.key]?.() ?? false);

  return {
    open,
    active,
    setCaret,
    onKey,
    listId: open && options.length ? id : undefined,
    optionId: open && options.length ? `${id}-${at}` : undefined,
    menu: open ? (
      <PickMenu
        id={id}
        label={active.kind === 'mention' ? MENTION.title : TEXT.commands}
        note={active.kind === 'mention' ? mentions.note : TEXT.commands}
        options={options}
        at={at}
        wide={active.kind === 'mention'}
        below={below}
        onMark={setMarked}
        onChoose={(index) => enter(index) || choose(index)}
      />
    ) : null,
  };
}
