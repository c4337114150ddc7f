import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Node, type Element } from 'slate';
import { ReactEditor, useReadOnly, useSelected, useSlateStatic, type RenderElementProps } from 'slate-react';
import { useContentOriginsQuery } from '@zo/web/store';
import { IconButton, shortcutText, toast, writeClipboard } from '@zo/web/ui';
import { change } from '../editor/blocks';
import { focusText } from '../editor/focus-text';
import { Containers } from '../elements/containers';
import { ViewSwitch } from '../elements/view-switch';
import { Formula } from '../formulas/formula';
import { DOLLARS, type CodeBlock } from '../model/nodes';
import { Diagram } from './diagram';
import { infoOf, isDiagram, isFormula } from './is-drawn';

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

/** ED-02: a code block with its language and a button that copies it; formulas and diagrams are drawn. */
export function CodeElement({ attributes, element, children }: RenderElementProps) {
  const drawing = useDrawing(element);
  // The source is shown while it has the cursor.
  const isDrawn = !useSelected() && drawing !== undefined;
  return (
    <div {...attributes} className="note-block">
      <Containers element={element}>
        <div className="note-code">
          <div contentEditable={false} className="flex min-h-8 items-center gap-1 pr-1 pl-3 select-none">
            <Language element={element} />
            <span className="flex-1" />
            {drawing ? <ViewSwitch element={element} isDrawn={isDrawn} /> : null}
            <CopyButton element={element} />
          </div>
          {isDrawn ? <div contentEditable={false}>{drawing}</div> : null}
          <pre spellCheck={false} className={isDrawn ? 'sr-only' : undefined}>
            <code>{children}</code>
          </pre>
        </div>
      </Containers>
    </div>
  );
}

/** What the source of a block describes; undefined for code, which is shown as it is. */
function useDrawing(element: Element): ReactNode | undefined {
  const info = infoOf(element as unknown as CodeBlock);
  const hasDiagram = isDiagram(info);
  const { data: content } = useContentOriginsQuery(undefined, { skip: !hasDiagram });
  if (isFormula(info)) return <Formula source={Node.string(element)} />;
  // Diagrams are drawn on the content origin, which not every installation has.
  return content?.origins ? <Diagram source={Node.string(element)} origins={content.origins} /> : undefined;
}

/** Dollar signs hold formulas only. */
const withInfo = ({ fence }: CodeBlock, info: string): Partial<CodeBlock> =>
  fence === DOLLARS ? { fence: '```', closing: '```', info } : { info };

/** Enter and leaving the field save the language, Escape cancels. */
function Language({ element }: Pick<RenderElementProps, 'element'>) {
  const editor = useSlateStatic();
  const readOnly = useReadOnly();
  const info = infoOf(element as unknown as CodeBlock);
  const [typed, setTyped] = useState<string>();
  const isCancelled = useRef(false);
  const save = () => {
    if (!isCancelled.current && typed !== undefined && typed.trim() !== info.trim())
      change(editor, ReactEditor.findPath(editor, element), withInfo(element as unknown as CodeBlock, typed.trim()));
    isCancelled.current = false;
    setTyped(undefined);
  };
  return (
    <input
      aria-label="Language of the code"
      className="w-40 bg-transparent font-mono text-xs text-text-2 inset-ring-focus outline-none focus:text-text-1"
      readOnly={readOnly}
      value={typed ?? languageName(info)}
      onFocus={() => setTyped(info.trim())}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        isCancelled.current = event.key === 'Escape';
        event.currentTarget.blur();
        focusText(editor);
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
      () => toast.error(`The browser did not copy. Select the code and press ${shortcutText('Mod+C')}.`),
    );
  return (
    <IconButton label={isCopied ? 'Copied' : 'Copy code'} size="sm" onClick={() => void copy()}>
      {isCopied ? <Check /> : <Copy />}
    </IconButton>
  );
}
