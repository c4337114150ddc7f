import { nameOf } from '@zo/web/paths';
import type { ViewerProps } from '../viewer';
import { NoteLocationProvider } from './note-context';
import { NoteEditor } from './note-editor';
import StaticNote from './static-note';

const nothing = () => undefined;

/** ED-01, FV-01: a note in the rich editor; for reading where it cannot be edited. */
export default function NoteViewer({ location, text = '', onChange, onSave = nothing }: ViewerProps) {
  if (!onChange) return <StaticNote location={location} text={text} />;
  return (
    <NoteLocationProvider value={location}>
      <div className="flex h-full flex-col">
        <NoteEditor name={nameOf(location)} text={text} onChange={onChange} onSave={onSave} />
      </div>
    </NoteLocationProvider>
  );
}
