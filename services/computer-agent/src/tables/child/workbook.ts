/** Reads one workbook, as `table.ts` reads other tables: in a program of its own, because its parser is large. */
import { FILE_DESCRIPTOR } from '../messages.js';
import { serve } from './serve.js';
import { openWorkbook } from './workbook-table.js';

serve(() => openWorkbook(FILE_DESCRIPTOR));
