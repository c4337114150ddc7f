import { createContext, type ReactNode } from 'react';
import type { ToolPart } from '../../../api/types';

/** Shows the footnote of an id; undefined when there is none. */
export type ShowNote = (id: string) => ReactNode | undefined;

/** The footnotes of an answer. */
export const NotesContext = createContext<ShowNote>(() => undefined);

/** The tool calls of an answer. */
export const CallsContext = createContext<readonly ToolPart[]>([]);
