/**
 * Dropbox and Box. https://www.dropbox.com/developers/documentation/http/documentation,
 * https://developer.box.com/reference
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
  listAt,
  longText,
  one,
  page,
  path,
  words,
} from './app-tool.js';

const DROPBOX = 'https://api.dropboxapi.com/2';
const CONTENT = 'https://content.dropboxapi.com/2';
const METADATA = ['files.metadata.read'];
const FILE = ['.tag', 'name', 'path_display', 'size', 'server_modified'];
const dropboxPath = words('Such as /Shop/plan.md', 4_000).regex(/^\//, 'begins with /');
/** A header has ASCII only. */
const argument = (value: object): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Bytes that are no text come as characters that no text has. */
function textOnly(answer: unknown): unknown {
  if (typeof answer === 'string' && answer.includes('\u0000'))
    throw new BadArgument('That file is no text. Only text files can be read this way.');
  return answer;
}

const file = (found: unknown) => Object.fromEntries(FILE.map((name) => [name, at(found, name)]));
const nextOf = (answer: unknown) => (at(answer, 'has_more') === true ? at(answer, 'cursor') : undefined);

export const dropbox: AppApi = {
  tools: [
    defineTool({
      name: 'search_files',
      about: 'Finds files by words in their names and contents',
      effect: 'read',
      scopes: METADATA,
      input: z.strictObject({ query: words('Words'), limit: limit(100), page }),
      request: ({ query, limit: most, page: cursor }) =>
        cursor === undefined
          ? { method: 'POST', url: `${DROPBOX}/files/search_v2`, json: { query, options: { max_results: most } } }
          : { method: 'POST', url: `${DROPBOX}/files/search/continue_v2`, json: { cursor } },
      read: (answer) => ({
        items: listAt(answer, 'matches').map((hit) => file(at(hit, 'metadata', 'metadata'))),
        next_page: nextOf(answer),
      }),
    }),
    defineTool({
      name: 'list_folder',
      about: 'Lists what is in a folder',
      effect: 'read',
      scopes: METADATA,
      input: z.strictObject({
        path: dropboxPath.optional().describe('Without it, the folder of everything'),
        limit: limit(500, 100),
        page,
      }),
      request: ({ path: folder = '', limit: most, page: cursor }) =>
        cursor === undefined
          ? {
              method: 'POST',
              url: `${DROPBOX}/files/list_folder`,
              json: { path: folder.replace(/\/+$/, ''), limit: most },
            }
          : { method: 'POST', url: `${DROPBOX}/files/list_folder/continue`, json: { cursor } },
      read: (answer) => ({ items: listAt(answer, 'entries').map(file), next_page: nextOf(answer) }),
    }),
    defineTool({
      name: 'read_file',
      about: 'Reads a text file',
      effect: 'read',
      scopes: ['files.content.read'],
      input: z.strictObject({ path: dropboxPath }),
      request: (args) => ({
        method: 'POST',
        url: `${CONTENT}/files/download`,
        headers: { 'dropbox-api-arg': argument({ path: args.path }) },
        text: true,
      }),
      read: textOnly,
    }),
    defineTool({
      name: 'create_text_file',
      about: 'Makes a text file; a taken name gets a number',
      effect: 'write',
      scopes: ['files.content.write'],
      input: z.strictObject({ path: dropboxPath, content: longText('The text') }),
      request: (args) => ({
        method: 'POST',
        url: `${CONTENT}/files/upload`,
        headers: {
          'dropbox-api-arg': argument({ path: args.path, mode: 'add', autorename: true }),
          'content-type': 'application/octet-stream',
        },
        body: args.content,
      }),
      read: one(['name', 'path_display', 'size']),
    }),
  ],
};

const BOX = 'https://api.box.com/2.0';
const READ = ['root_readonly'];
const WRITE = ['root_readwrite'];
const ENTRY = ['type', 'id', 'name', 'size', 'modified_at'];
const FIELDS = { fields: 'type,id,name,size,modified_at' };
const offset = z.int().min(0).max(10_000).default(0).describe('How many to pass over');

export const box: AppApi = {
  tools: [
    defineTool({
      name: 'search_files',
      about: 'Finds files and folders by words in their names and contents',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({ query: words('Words'), limit: limit(100), offset }),
      request: (args) => ({ url: `${BOX}/search`, query: { ...args, ...FIELDS } }),
      read: list('entries', ENTRY),
    }),
    defineTool({
      name: 'list_folder',
      about: 'Lists what is in a folder',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({
        folder_id: id('The id; 0 is the folder of everything').default('0'),
        limit: limit(500, 100),
        offset,
      }),
      request: ({ folder_id: folder, ...query }) => ({
        url: BOX + path`/folders/${folder}/items`,
        query: { ...query, ...FIELDS },
      }),
      read: list('entries', ENTRY),
    }),
    defineTool({
      name: 'read_file',
      about: 'Reads a text file',
      effect: 'read',
      scopes: READ,
      input: z.strictObject({ file_id: id('The id of the file') }),
      request: (args) => ({ url: BOX + path`/files/${args.file_id}/content`, text: true, follow: true }),
      read: textOnly,
    }),
    defineTool({
      name: 'create_folder',
      about: 'Makes a folder',
      effect: 'write',
      scopes: WRITE,
      input: z.strictObject({
        name: words('The name', 255),
        parent_id: id('The folder that it goes into').default('0'),
      }),
      request: ({ name, parent_id: parent }) => ({
        method: 'POST',
        url: `${BOX}/folders`,
        json: { name, parent: { id: parent } },
      }),
      read: one(['id', 'name']),
    }),
    defineTool({
      name: 'add_comment',
      about: 'Comments on a file',
      effect: 'send',
      scopes: WRITE,
      input: z.strictObject({ file_id: id('The id of the file'), message: words('The text', 10_000) }),
      request: ({ file_id: which, message }) => ({
        method: 'POST',
        url: `${BOX}/comments`,
        json: { item: { type: 'file', id: which }, message },
      }),
      read: one(['id', 'message']),
    }),
  ],
};
