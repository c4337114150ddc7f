import { createContext } from 'react';

/** The words that are looked for in a message, whose hidden parts then come into the page; empty where none are. */
export const FoundContext = createContext('');
