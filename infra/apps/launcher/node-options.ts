import { join } from 'node:path';

/** Node options for the process that runs all services. */
export const SERVICES_NODE_OPTIONS = [
  '--enable-source-maps',
  '--max-semi-space-size=8',
  // Otherwise every 32 MiB of streamed bytes trigger a full collection of a heap that does not hold them: an upload of
  // a gibibyte spent two seconds of three there.
  '--external-memory-accounted-in-global-limit',
  // For the same bytes: the code that streams them triggers collections itself (services/shared/streams).
  '--expose-gc',
];

/** Where Node keeps compiled code: beside the code, so that every installation that runs it starts faster. */
export const compileCache = (checkout: string) => join(checkout, 'node_modules/.cache/compiled');
