import { nameOf } from '@zo/web/paths';
import type { ViewerProps } from '../viewer';
import { NoteLocationProvider } from './note-context';
import { NoteEditor } from './note-editor';

const nothing = () => undefined;

/** ED-01, FV-01: a note in the rich editor. */
export default function NoteViewer({ location, text = '', onChange = nothing, onSave = nothing, place }: ViewerProps) {
  return (
    <NoteLocationProvider value={location}>
      <div className="flex h-full flex-col">
        <NoteEditor name={nameOf(location)} text={text} onChange={onChange} onSave={onSave} place={place} />
      </div>
    </NoteLocationProvider>
  );
}
