import { createContext, useContext } from 'react';
import type { Location } from '@zo/web/paths';

/** Where the open note is: links and images are relative to it. */
const NoteLocation = createContext<Location>({ root: 'w', path: [] });

export const NoteLocationProvider = NoteLocation.Provider;
export const useNoteLocation = (): Location => useContext(NoteLocation);
