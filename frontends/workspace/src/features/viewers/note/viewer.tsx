import { useMemo } from 'react';
import { nameOf } from '@zo/web/paths';
import { FindInText } from '../find/find-in-text';
import type { ViewerProps } from '../viewer';
import { NoteLocationProvider } from './note-context';
import { NoteEditor } from './note-editor';
import { NoteReader } from './note-reader';

const nothing = () => undefined;
const FRONT_MATTER = /^---\r?\n[^]*?\n---\r?\n/;

/** ED-01, FV-01: a note in the rich editor; without `onChange` for reading only. */
export default function NoteViewer({ location, text = '', onChange, onSave = nothing, place }: ViewerProps) {
  return (
    <NoteLocationProvider value={location}>
      {onChange ? (
        <FindInText name={nameOf(location)}>
          <div className="flex h-full flex-col">
            <NoteEditor name={nameOf(location)} text={text} onChange={onChange} onSave={onSave} place={place} />
          </div>
        </FindInText>
      ) : (
        <Reading name={nameOf(location)} text={text} />
      )}
    </NoteLocationProvider>
  );
}

function Reading({ name, text }: { name: string; text: string }) {
  const body = useMemo(() => text.replace(FRONT_MATTER, ''), [text]);
  return (
    <div className="h-full overflow-y-auto px-8 py-6">
      <NoteReader label={`Text of ${name}`} text={body} />
    </div>
  );
}
