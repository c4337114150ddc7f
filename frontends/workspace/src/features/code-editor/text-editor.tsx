import { loadable, Loading, SkeletonRows } from '@zo/web/ui';
import type { CodeEditorProps } from './code-editor';

export const loadEditor = () => import('./code-editor');

const CodeEditor = loadable(() => loadEditor().then((module) => module.default));

/** ED-11: the editor, loaded when the first text is edited. */
export function TextEditor(props: CodeEditorProps) {
  return (
    <Loading fallback={<SkeletonRows label="Loading the editor" />}>
      <CodeEditor {...props} />
    </Loading>
  );
}
