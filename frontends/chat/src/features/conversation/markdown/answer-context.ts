import { createContext, type ReactNode } from 'react';
import type { ToolPart } from '../../../api/types';
import type { Sources } from './sources';

/** Shows the footnote of an id; undefined when there is none. */
export type ShowNote = (id: string) => ReactNode | undefined;

/** The footnotes of an answer. */
export const NotesContext = createContext<ShowNote>(() => undefined);

/** The tool calls of an answer. */
export const CallsContext = createContext<readonly ToolPart[]>([]);

/** The same once the answer has ended: what it says it did is compared with them. Null: nothing is compared. */
export const ClaimsContext = createContext<readonly ToolPart[] | null>(null);

/** Whether the reader is not the owner of the chat: files and tools of the answer are only named. */
export const SharedContext = createContext(false);

/** The pages of the web that the chat rests on. */
export const SourcesContext = createContext<Sources>(new Map());
