/**
 * Google Drive, Docs and Sheets. https://developers.google.com/workspace/drive/api/reference/rest/v3,
 * https://developers.google.com/workspace/docs/api/reference/rest,
 * https://developers.google.com/workspace/sheets/api/reference/rest
 */
import { z } from 'zod';
import {
  type AppApi,
  at,
  BadArgument,
  defineTool,
  id,
  limit,
  list,
  longText,
  one,
  page,
  path,
  textAt,
  words,
} from './app-tool.js';

const scope = (name: string) => [`https://www.googleapis.com/auth/${name}`];
const DRIVE = 'https://www.googleapis.com/drive/v3';
const UPLOAD = 'https://www.googleapis.com/upload/drive/v3/files';
const FIELDS = ['id', 'name', 'mimeType', 'modifiedTime', 'size', 'webViewLink'];
const GOOGLE = 'application/vnd.google-apps.';
/** What documents of Google are read as. */
const EXPORTS: Readonly<Record<string, string>> = {
  document: 'text/markdown',
  spreadsheet: 'text/csv',
  presentation: 'text/plain',
};
const TEXT = /^(text\/|application\/(json|xml|javascript|x-yaml|yaml|csv|sql))/;
const quoted = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

export const googleDrive: AppApi = {
  tools: [
    defineTool({
      name: 'search_files',
      about: 'Finds files by words in their names and contents, last changed first',
      effect: 'read',
      scopes: scope('drive.readonly'),
      input: z.strictObject({
        query: words('Words').optional(),
        folder_id: id('Only files in this folder').optional(),
        limit: limit(100),
        page,
      }),
      request: ({ query, folder_id: folder, limit: pageSize, page: pageToken }) => {
        const conditions = [
          'trashed = false',
          ...(query ? [`(name contains ${quoted(query)} or fullText contains ${quoted(query)})`] : []),
          ...(folder ? [`${quoted(folder)} in parents`] : []),
        ];
        return {
          url: `${DRIVE}/files`,
          query: {
            q: conditions.join(' and '),
            pageSize,
            pageToken,
            // Hits of a full-text search come in an order of their own, and refuse another one.
            orderBy: query ? undefined : 'modifiedTime desc',
            fields: `nextPageToken,files(${FIELDS.join(',')})`,
            supportsAllDrives: true,
            includeItemsFromAllDrives: true,
          },
        };
      },
      read: list('files', FIELDS, 'nextPageToken'),
    }),
    defineTool({
      name: 'read_file',
      about: 'Reads the text of a document, a sheet or a text file',
      effect: 'read',
      scopes: scope('drive.readonly'),
      input: z.strictObject({ file_id: id('The id of the file') }),
      run: async (call, { file_id: file }) => {
        const url = DRIVE + path`/files/${file}`;
        const about = await call({ url, query: { fields: 'id,name,mimeType', supportsAllDrives: true } });
        const type = textAt(about, 'mimeType');
        const mimeType = EXPORTS[type.slice(GOOGLE.length)];
        if (type.startsWith(GOOGLE) && mimeType)
          return {
            name: at(about, 'name'),
            text: await call({ url: `${url}/export`, query: { mimeType }, text: true }),
          };
        if (!TEXT.test(type))
          throw new BadArgument(`${textAt(about, 'name')} is no text (${type}). Import it instead.`);
        const query = { alt: 'media', supportsAllDrives: true };
        return { name: at(about, 'name'), text: await call({ url, query, text: true }) };
      },
    }),
    defineTool({
      name: 'create_text_file',
      about: 'Makes a text file',
      effect: 'write',
      scopes: scope('drive.file'),
      input: z.strictObject({
        name: words('The name, such as plan.md', 200),
        content: longText('The text'),
        folder_id: id('The folder; without it, My Drive').optional(),
      }),
      request: ({ name, content, folder_id: folder }) => {
        const boundary = `part-${crypto.randomUUID()}`;
        const about = JSON.stringify({ name, ...(folder && { parents: [folder] }) });
        const parts = [
          ['application/json; charset=UTF-8', about],
          ['text/plain; charset=UTF-8', content],
        ].map(([type, text]) => `--${boundary}\r\ncontent-type: ${type}\r\n\r\n${text}\r\n`);
        return {
          method: 'POST',
          url: UPLOAD,
          query: { uploadType: 'multipart', supportsAllDrives: true, fields: FIELDS.join(',') },
          headers: { 'content-type': `multipart/related; boundary=${boundary}` },
          body: `${parts.join('')}--${boundary}--`,
        };
      },
      read: one(FIELDS),
    }),
  ],
};

const DOCS = 'https://docs.googleapis.com/v1/documents';
const MAX_DEPTH = 20;

/** The text of a document, in order; tables are walked cell by cell. */
function textOf(content: unknown, depth = 0): string {
  if (!Array.isArray(content) || depth > MAX_DEPTH) return '';
  return content
    .map((element: unknown) => {
      const runs = at(element, 'paragraph', 'elements');
      if (Array.isArray(runs)) return runs.map((run: unknown) => textAt(run, 'textRun', 'content')).join('');
      const rows = at(element, 'table', 'tableRows');
      if (!Array.isArray(rows)) return '';
      return rows
        .map((row: unknown) => {
          const cells = at(row, 'tableCells');
          const texts = Array.isArray(cells) ? cells : [];
          return texts.map((cell: unknown) => textOf(at(cell, 'content'), depth + 1).trim()).join(' | ');
        })
        .join('\n');
    })
    .join('');
}

export const googleDocs: AppApi = {
  tools: [
    defineTool({
      name: 'read_document',
      about: 'Reads the text of a document',
      effect: 'read',
      scopes: scope('documents.readonly'),
      input: z.strictObject({ document_id: id('The id, from the address of the document') }),
      request: (args) => ({ url: DOCS + path`/${args.document_id}` }),
      read: (answer) => ({ title: at(answer, 'title'), text: textOf(at(answer, 'body', 'content')) }),
    }),
    defineTool({
      name: 'create_document',
      about: 'Makes an empty document; append_text fills it',
      effect: 'write',
      scopes: scope('documents'),
      input: z.strictObject({ title: words('The title', 300) }),
      request: (json) => ({ method: 'POST', url: DOCS, json }),
      read: one(['documentId', 'title']),
    }),
    defineTool({
      name: 'append_text',
      about: 'Adds text at the end of a document',
      effect: 'write',
      scopes: scope('documents'),
      input: z.strictObject({ document_id: id('The id of the document'), text: longText('The text').min(1) }),
      request: ({ document_id: document, text }) => ({
        method: 'POST',
        url: DOCS + path`/${document}:batchUpdate`,
        json: { requests: [{ insertText: { text, endOfSegmentLocation: {} } }] },
      }),
      read: one(['documentId']),
    }),
  ],
};

const SHEETS = 'https://sheets.googleapis.com/v4/spreadsheets';
const spreadsheet = id('The id, from the address of the spreadsheet');
const range = words('In A1 notation, such as Sheet1!A1:D20', 300);
const cell = z.union([z.string().max(50_000), z.number(), z.boolean(), z.null()]);
const rows = z
  .array(z.array(cell).max(500))
  .min(1)
  .max(1_000)
  .describe('Rows of cells; a text that begins with = is a formula');

export const googleSheets: AppApi = {
  tools: [
    defineTool({
      name: 'list_sheets',
      about: 'Lists the sheets of a spreadsheet with their sizes',
      effect: 'read',
      scopes: scope('spreadsheets.readonly'),
      input: z.strictObject({ spreadsheet_id: spreadsheet }),
      request: (args) => ({
        url: SHEETS + path`/${args.spreadsheet_id}`,
        query: { fields: 'properties.title,sheets.properties(sheetId,title,gridProperties)' },
      }),
      read: list('sheets', ['properties.title', 'properties.sheetId', 'properties.gridProperties']),
    }),
    defineTool({
      name: 'read_values',
      about: 'Reads the cells of a range',
      effect: 'read',
      scopes: scope('spreadsheets.readonly'),
      input: z.strictObject({ spreadsheet_id: spreadsheet, range }),
      request: (args) => ({ url: SHEETS + path`/${args.spreadsheet_id}/values/${args.range}` }),
      read: one(['range', 'values']),
    }),
    defineTool({
      name: 'append_rows',
      about: 'Adds rows below a table',
      effect: 'write',
      scopes: scope('spreadsheets'),
      input: z.strictObject({ spreadsheet_id: spreadsheet, range, rows }),
      request: (args) => ({
        method: 'POST',
        url: `${SHEETS}${path`/${args.spreadsheet_id}/values/${args.range}`}:append`,
        query: { valueInputOption: 'USER_ENTERED', insertDataOption: 'INSERT_ROWS' },
        json: { values: args.rows },
      }),
      read: one(['updatedRange', 'updatedRows'], 'updates'),
    }),
    defineTool({
      name: 'update_values',
      about: 'Writes the cells of a range over',
      effect: 'write',
      scopes: scope('spreadsheets'),
      input: z.strictObject({ spreadsheet_id: spreadsheet, range, rows }),
      request: (args) => ({
        method: 'PUT',
        url: SHEETS + path`/${args.spreadsheet_id}/values/${args.range}`,
        query: { valueInputOption: 'USER_ENTERED' },
        json: { values: args.rows },
      }),
      read: one(['updatedRange', 'updatedCells']),
    }),
    defineTool({
      name: 'create_spreadsheet',
      about: 'Makes an empty spreadsheet',
      effect: 'write',
      scopes: scope('spreadsheets'),
      input: z.strictObject({ title: words('The title', 300) }),
      request: ({ title }) => ({ method: 'POST', url: SHEETS, json: { properties: { title } } }),
      read: one(['spreadsheetId', 'spreadsheetUrl']),
    }),
  ],
};
