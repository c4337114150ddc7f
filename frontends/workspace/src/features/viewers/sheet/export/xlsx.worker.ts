import { parseWorkbook } from '../model/workbook';
import { printXlsx } from './print-xlsx';

/** The workbook of a sheet file; null when the file is no sheet. */
addEventListener('message', ({ data: text }: MessageEvent<string>) => {
  const parsed = parseWorkbook(text);
  postMessage('problem' in parsed ? null : printXlsx(parsed.workbook));
});
