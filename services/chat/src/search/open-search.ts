import { brave } from './adapters/brave.js';
import { exa } from './adapters/exa.js';
import { searxng } from './adapters/searxng.js';
import { tavily } from './adapters/tavily.js';
import type { SearchConnection, SearchKind } from './connection.js';
import type { SearchPort } from './search-port.js';

const ADAPTERS: Record<SearchKind, (connection: SearchConnection) => SearchPort> = { searxng, brave, tavily, exa };

/** The search of a connection. Nothing is sent yet. */
export const openSearch = (connection: SearchConnection): SearchPort => ADAPTERS[connection.kind](connection);
