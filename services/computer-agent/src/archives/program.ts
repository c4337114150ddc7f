/**
 * Reads one archive and ends: a child process of the agent, because archives are hostile input for parsers. It has the
 * archive and the folder to write to as open descriptors, and knows no path.
 */
import fs from 'node:fs';
import os from 'node:os';
import { errnoOf } from '../errors.js';
import { Folder } from '../home/folder.js';
import { Extractor } from './extraction.js';
import { listEntries } from './listing.js';
import { ARCHIVE_FD, ArchiveProblem, type FromProgram, type Job, PROBLEMS, TARGET_FD } from './messages.js';
import { openArchive } from './open-archive.js';
import { BACKGROUND_NICE } from '../programs/priority.js';

let onRoom: (() => void) | undefined;
const say = (message: FromProgram) => new Promise<void>((done) => process.send?.(message, () => done()));

async function room(bytes: number): Promise<void> {
  const granted = new Promise<void>((done) => (onRoom = done));
  await say({ kind: 'room', bytes });
  await granted;
}

async function run(job: Job): Promise<FromProgram> {
  const archive = await openArchive(ARCHIVE_FD, job.name);
  if (job.kind === 'list') return { kind: 'listed', listing: await listEntries(archive) };
  const target = new Folder(TARGET_FD);
  const archiveBytes = fs.fstatSync(ARCHIVE_FD).size;
  const extractor = new Extractor({ target, archiveBytes, chosen: job.chosen, room });
  return { kind: 'extracted', extraction: await extractor.run(archive) };
}

/** What is neither said by a parser on purpose nor an error of the disk comes from damaged content. */
function failure(error: unknown): FromProgram {
  const code = errnoOf(error);
  if (code) return { kind: 'failed', code };
  return { kind: 'refused', message: error instanceof ArchiveProblem ? error.message : PROBLEMS.damaged };
}

os.setPriority(BACKGROUND_NICE);
process.on('disconnect', () => process.exit(0));
let hasBegun = false;
process.on('message', (message: Job | 'room') => {
  if (message === 'room') return onRoom?.();
  if (hasBegun) return;
  hasBegun = true;
  void run(message)
    .catch(failure)
    .then(say)
    .then(() => process.exit(0));
});
