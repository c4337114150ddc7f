/** Reads one Parquet file, as `table.ts` reads other tables: in a program of its own, because its parser is large. */
import { FILE_DESCRIPTOR } from '../messages.js';
import { ParquetTable } from './parquet-table.js';
import { serve } from './serve.js';

serve(() => ParquetTable.open(FILE_DESCRIPTOR));
