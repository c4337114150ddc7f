/** Zip files for tests of other services than the one that reads them. */
export { zipOf } from '../../../services/computer-agent/test/archive-files.js';
