// Generates the OpenAPI documents of the services and the browser's types from them, without a running product.
// With `--check [folder]` nothing is written: prints outdated files in the folder, and exits with 1 when there are any.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../apps/launcher/install.mjs';

const HEAD = '// Generated from the services’ openapi.json by `npm run gen`. Not to be edited.\n';

await import('../build/ts-hooks.mjs');
await import('reflect-metadata');
const { serviceNames } = await import('@zo/gateway/routes');
const { publicRoutes } = await import('@zo/gateway/overview');
const { apiDocument, describeRoutes } = await import('@zo/http');
const { default: openapiTS, astToString } = await import('openapi-typescript');

/** Path and text of every generated file. */
async function openapiFiles() {
  const files = {};
  const parts = [];
  parts.push(...publicRoutes);
  files['services/gateway/openapi.json'] = `${JSON.stringify(apiDocument('gateway API', publicRoutes), null, 2)}\n`;
  for (const name of serviceNames) {
    const { [name]: definition } = await import(`@zo/${name}/service`);
    const part = describeRoutes(definition.module, definition.upgrade);
    parts.push(part);
    files[`services/${name}/openapi.json`] = `${JSON.stringify(apiDocument(`${name} API`, [part]), null, 2)}\n`;
  }
  const ast = await openapiTS(withoutProblems(apiDocument('API', parts)), {
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    alphabetize: true,
  });
  // Endpoints contain the addresses; their requests and responses are looked up by the name of the operation.
  const wanted = ast.filter((node) => !['paths', 'webhooks', '$defs'].includes(node.name?.text));
  files['frontends/shared/api/schema.ts'] = HEAD + astToString(wanted);
  return files;
}

/** Removes error responses: one parser in the browser handles all errors, so operations need not repeat their shape. */
function withoutProblems(document) {
  for (const { responses } of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    delete responses.default;
  return document;
}

const files = await openapiFiles();
const [checks, place = root] = process.argv.slice(2);
const current = (path) => (existsSync(join(place, path)) ? readFileSync(join(place, path), 'utf8') : '');
const stale = Object.keys(files).filter((path) => current(path) !== files[path]);
if (checks === '--check') {
  for (const path of stale) console.log(`${path} is not up to date`);
  process.exit(stale.length > 0 ? 1 : 0);
}
for (const path of stale) writeFileSync(join(root, path), files[path]);
