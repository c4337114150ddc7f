/** Excel workbooks for tests. */
import { zipFile } from './zip-file.js';

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';

const cellOf = (value: string | number): string =>
  typeof value === 'number'
    ? `<c><v>${value}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${escape(value)}</t></is></c>`;

/** A workbook with these sheets, by name. */
export function workbookFile(sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>): Buffer {
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const part = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${SPREADSHEET}.${kind}+xml"/>`;
  const files: Record<string, string> = {
    '[Content_Types].xml': [
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
      `<Default Extension="xml" ContentType="application/xml"/>`,
      part('workbook', 'sheet.main'),
      ...names.map((_name, at) => part(`worksheets/sheet${at + 1}`, 'worksheet')),
      '</Types>',
    ].join(''),
    '_rels/.rels': [
      `<Relationships xmlns="${RELATIONS}">`,
      relation('r', 'officeDocument', 'xl/workbook.xml'),
      '</Relationships>',
    ].join(''),
    'xl/workbook.xml': [
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>`,
      ...names.map((name, at) => `<sheet name="${escape(name)}" sheetId="${at + 1}" r:id="s${at + 1}"/>`),
      '</sheets></workbook>',
    ].join(''),
    'xl/_rels/workbook.xml.rels': [
      `<Relationships xmlns="${RELATIONS}">`,
      ...names.map((_name, at) => relation(`s${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)),
      '</Relationships>',
    ].join(''),
  };
  for (const [at, rows] of Object.values(sheets).entries()) {
    const content = rows.map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('');
    files[`xl/worksheets/sheet${at + 1}.xml`] =
      `<worksheet xmlns="${MAIN}"><sheetData>${content}</sheetData></worksheet>`;
  }
  return zipFile(files);
}
