/**
 * What the thread of the history runs. The agent's own modules take 100 ms and 10 MB, which the thread does not need.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { HistoryOptions } from '../messages.js';
import { serveHistory } from './worker.js';

if (parentPort) serveHistory(parentPort, workerData as HistoryOptions);
