/** Zip archives and Word documents for tests. */
import { crc32, deflateRawSync } from 'node:zlib';

/** A zip of these files, by name. */
export function zipFile(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(0x800, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const central = Buffer.alloc(46);
    central.write('PK\x01\x02\x14\x00', 'latin1');
    shared.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    directory.push(central, Buffer.from(name));
    const body = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), packed]);
    bodies.push(body);
    offset += body.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(bodies.length, 8);
  end.writeUInt16LE(bodies.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...bodies, listed, end]);
}

const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export interface WordParts {
  /** XML of the paragraphs. */
  body: string;
  /** Addresses of links, by their id. */
  links?: Readonly<Record<string, string>>;
  /** More files of the package, by name. */
  files?: Readonly<Record<string, string | Uint8Array>>;
  /** XML of more relationships of the document. */
  relations?: string;
}

const DOCUMENT = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** A Word document. */
export function wordFile({ body, links = {}, files = {}, relations = '' }: WordParts): Buffer {
  const linked = Object.entries(links).map(
    ([id, target]) => `<Relationship Id="${id}" Type="${OFFICE}/hyperlink" Target="${target}" TargetMode="External"/>`,
  );
  return zipFile({
    '[Content_Types].xml': [
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">`,
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
      `<Default Extension="xml" ContentType="application/xml"/>`,
      `<Default Extension="png" ContentType="image/png"/>`,
      `<Default Extension="html" ContentType="text/html"/>`,
      `<Override PartName="/word/document.xml" ContentType="${DOCUMENT}"/></Types>`,
    ].join(''),
    '_rels/.rels': [
      `${XML}<Relationships xmlns="${RELATIONS}">`,
      `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ].join(''),
    'word/_rels/document.xml.rels': [
      `${XML}<Relationships xmlns="${RELATIONS}">`,
      `${linked.join('')}${relations}</Relationships>`,
    ].join(''),
    'word/document.xml': [
      `${XML}<w:document xmlns:w="${WORD}" xmlns:r="${OFFICE}" xmlns:v="urn:schemas-microsoft-com:vml"><w:body>${body}`,
      `<w:sectPr><w:pgSz w:w="11906" w:h="16838"/>`,
      `<w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr></w:body></w:document>`,
    ].join(''),
    ...files,
  });
}

/** A paragraph of a Word document. */
export const paragraph = (text: string, properties = '') =>
  `<w:p>${properties}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
