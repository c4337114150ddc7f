/** Options of Node for the process that holds every service. */
export const SERVICES_NODE_OPTIONS = [
  '--enable-source-maps',
  '--max-semi-space-size=8',
  // Bytes on their way through would otherwise start a full collection for every 32 MiB, of a heap they have no part in:
  // an upload of a gibibyte spent two seconds of three there.
  '--external-memory-accounted-in-global-limit',
  // For the same bytes: whoever moves them says when to look (services/shared/streams).
  '--expose-gc',
];
