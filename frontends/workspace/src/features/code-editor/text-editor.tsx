import { loadable, Loading, SkeletonRows } from '@zo/web/ui';
import type { CodeEditorProps } from './code-editor';

const CodeEditor = loadable(() => import('./code-editor').then((module) => module.default));

/** ED-11: the editor, loaded when the first text is edited. */
export function TextEditor(props: CodeEditorProps) {
  return (
    <Loading fallback={<SkeletonRows label="Loading the editor" />}>
      <CodeEditor {...props} />
    </Loading>
  );
}
