import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Node } from 'slate';
import { ReactEditor, useReadOnly, useSlateStatic, type RenderElementProps } from 'slate-react';
import { IconButton, toast, writeClipboard } from '@zo/web/ui';
import { change } from '../editor/blocks';
import type { CodeBlock } from '../model/nodes';
import { Containers } from './containers';

/** ED-10: how long a copy is confirmed. */
const COPIED_MS = 1500;
const ALIASES: Readonly<Record<string, string>> = {
  md: 'markdown',
  js: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  py: 'python',
  sh: 'shell',
};

/** ED-10: the name of a language as shown; 'markdown' for a block without one. */
export const languageName = (info: string): string => {
  const [first = ''] = info.trim().split(/\s+/);
  return ALIASES[first] ?? (first || 'markdown');
};

/** ED-02: a code block with its language and a button that copies it. */
export function CodeElement({ attributes, element, children }: RenderElementProps) {
  return (
    <div {...attributes} className="note-block">
      <Containers element={element}>
        <div className="note-code">
          <div contentEditable={false} className="flex h-8 items-center justify-between pr-1 pl-3 select-none">
            <Language element={element} />
            <CopyButton element={element} />
          </div>
          <pre spellCheck={false}>
            <code>{children}</code>
          </pre>
        </div>
      </Containers>
    </div>
  );
}

/** Enter and leaving the field save the language, Escape cancels. */
function Language({ element }: Pick<RenderElementProps, 'element'>) {
  const editor = useSlateStatic();
  const readOnly = useReadOnly();
  const { info } = element as unknown as CodeBlock;
  const [typed, setTyped] = useState<string>();
  const save = () => {
    if (typed !== undefined && typed.trim() !== info.trim())
      change(editor, ReactEditor.findPath(editor, element), { info: typed.trim() });
    setTyped(undefined);
  };
  return (
    <input
      aria-label="Language of the code"
      className="w-40 bg-transparent font-mono text-xs text-text-2 outline-none focus:text-text-1"
      readOnly={readOnly}
      value={typed ?? languageName(info)}
      onFocus={() => setTyped(info.trim())}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') setTyped(undefined);
        if (event.key === 'Enter') save();
        if (event.key === 'Enter' || event.key === 'Escape') ReactEditor.focus(editor);
      }}
    />
  );
}

function CopyButton({ element }: Pick<RenderElementProps, 'element'>) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    writeClipboard(Node.string(element)).then(
      () => setIsCopied(true),
      () => toast.error('The browser did not copy. Select the code and press Ctrl+C.'),
    );
  return (
    <IconButton label={isCopied ? 'Copied' : 'Copy code'} size="sm" onClick={() => void copy()}>
      {isCopied ? <Check /> : <Copy />}
    </IconButton>
  );
}
