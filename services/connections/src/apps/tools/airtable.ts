/** Airtable. https://airtable.com/developers/web/api/introduction */
import { z } from 'zod';
import { type AppApi, defineTool, id, limit, list, one, page, path, words } from './app-tool.js';

const API = 'https://api.airtable.com/v0';
const SCHEMA = ['schema.bases:read'];
const READ = ['data.records:read'];
const WRITE = ['data.records:write'];
const table = { base_id: id('The id of the base'), table: id('The id or the name of the table') };
const fields = z.record(z.string().max(300), z.unknown()).describe('Values by the names of the fields');
/** Airtable takes no more at once. */
const MAX_RECORDS = 10;
const typecast = z.boolean().default(false).describe('Whether text is made into numbers, dates and choices');

export const airtable: AppApi = {
  tools: [
    defineTool({
      name: 'list_bases',
      about: 'Lists the bases',
      effect: 'read',
      scopes: SCHEMA,
      input: z.strictObject({ page }),
      request: ({ page: offset }) => ({ url: `${API}/meta/bases`, query: { offset } }),
      read: list('bases', ['id', 'name', 'permissionLevel'], 'offset'),
    }),
    defineTool({
      name: 'list_tables',
      about: 'Lists the tables of a base with their fields',
      effect: 'read',
      scopes: SCHEMA,
      input: z.strictObject({ base_id: table.base_id }),
      request: (args) => ({ url: API + path`/meta/bases/${args.base_id}/tables` }),
      read: list('tables', ['id', 'name', 'description', 'fields']),
    }),
    defineTool({
      name: 'list_records',
      about: 'Reads records, all or those of a formula such as {Status}="Open"',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({
        ...table,
        formula: words('A formula of Airtable', 8_000).optional(),
        view: words('The name of a view', 300).optional(),
        limit: limit(100, 50),
        page,
      }),
      request: ({ base_id: base, table: name, formula, view, limit: pageSize, page: offset }) => ({
        url: API + path`/${base}/${name}`,
        query: { filterByFormula: formula, view, pageSize, offset },
      }),
      read: list('records', ['id', 'createdTime', 'fields'], 'offset'),
    }),
    defineTool({
      name: 'create_records',
      about: 'Makes records',
      effect: 'write',
      scopes: WRITE,
      input: z.strictObject({ ...table, records: z.array(fields).min(1).max(MAX_RECORDS), typecast }),
      request: ({ base_id: base, table: name, records, typecast: casts }) => ({
        method: 'POST',
        url: API + path`/${base}/${name}`,
        json: { records: records.map((one_) => ({ fields: one_ })), typecast: casts },
      }),
      read: list('records', ['id', 'fields']),
    }),
    defineTool({
      name: 'update_records',
      about: 'Changes records; fields that are not given stay',
      effect: 'write',
      scopes: WRITE,
      input: z.strictObject({
        ...table,
        records: z
          .array(z.strictObject({ id: id('The id of the record'), fields }))
          .min(1)
          .max(MAX_RECORDS),
        typecast,
      }),
      request: ({ base_id: base, table: name, ...json }) => ({
        method: 'PATCH',
        url: API + path`/${base}/${name}`,
        json,
      }),
      read: list('records', ['id', 'fields']),
    }),
    defineTool({
      name: 'delete_record',
      about: 'Deletes a record',
      effect: 'delete',
      scopes: WRITE,
      input: z.strictObject({ ...table, record_id: id('The id of the record') }),
      request: ({ base_id: base, table: name, record_id: record }) => ({
        method: 'DELETE',
        url: API + path`/${base}/${name}/${record}`,
      }),
      read: one(['id', 'deleted']),
    }),
  ],
};
