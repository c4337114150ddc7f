import { lazy, Suspense } from 'react';
import { SkeletonRows } from '@zo/web/ui';
import type { CodeEditorProps } from './code-editor';

const CodeEditor = lazy(() => import('./code-editor'));

/** ED-11: the editor, loaded when the first text is edited. */
export function TextEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<SkeletonRows label="Loading the editor" />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
