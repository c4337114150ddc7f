import { nameOf } from '@zo/web/paths';
import { FindInText } from '../find/find-in-text';
import { NoteLocationProvider } from '../note/note-context';
import { NoteEditor } from '../note/note-editor';
import NoteViewer from '../note/viewer';
import type { ViewerProps } from '../viewer';
import { RoutineForm } from './routine-form';

const nothing = () => undefined;

/** FV-01, ZR-06: a routine as a form above its instruction, which is written like a note. */
export default function RoutineViewer(props: ViewerProps) {
  const { location, text = '', onChange, onSave = nothing, place } = props;
  if (!onChange) return <NoteViewer {...props} />;
  const name = nameOf(location);
  return (
    <NoteLocationProvider value={location}>
      <FindInText name={name}>
        <div className="flex h-full flex-col">
          <NoteEditor name={name} text={text} onChange={onChange} onSave={onSave} place={place} Head={RoutineForm} />
        </div>
      </FindInText>
    </NoteLocationProvider>
  );
}
