import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { create, createFileRegistry, fromBinary, type FileRegistry, toBinary, toJson } from '@bufbuild/protobuf';
import { FieldDescriptorProto_Type, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { bytesOf, current, messagesOf, type Release, release, typesOf } from './release.js';

const folder = new URL('.', import.meta.url);
const released = readdirSync(folder).filter((name) => /^\d+\.\d+\.\d+\.json$/.test(name));
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Release;

/** What `reader` understands of what `writer` wrote differs from what was meant. @returns the types and why */
function misread(old: Release, now: FileRegistry): string[] {
  const before = typesOf(old);
  return Object.entries(old.messages).flatMap(([name, messages]) => {
    const [type, known] = [now.getMessage(name), before.getMessage(name)!];
    if (!type) return [`${name} is gone`];
    try {
      for (const message of messages.map((text) => Buffer.from(text, 'base64')))
        expect(toJson(type, fromBinary(type, message))).toEqual(toJson(known, fromBinary(known, message)));
      // Nothing of what the old code knows may mean something else; what it does not know it passes over.
      for (const message of bytesOf(type))
        expect(toJson(type, fromBinary(type, message))).toMatchObject(
          toJson(known, fromBinary(known, message)) as object,
        );
      return [];
    } catch (error) {
      return [`${name}: ${(error as Error).message}`];
    }
  });
}

describe('messages of releases', () => {
  it('FT-13 this version has its messages written down', () => expect(released).toContain(`${version}.json`));

  it.each(released)('FT-13 what %s wrote is read by this code, and what this code writes is read by it', (name) => {
    expect(misread(read(name), current)).toEqual([]);
    expect(Object.keys(read(name).messages).length).toBeGreaterThan(50);
  });

  it('FT-13 a field of another type, another number or a message that is gone is found', () => {
    const changed = (
      change: (field: { name: string; number: number; type: FieldDescriptorProto_Type }) => void,
      message = 'WriteRequest',
    ) => {
      const files = [...current.files].map(({ proto }) => structuredClone(proto));
      for (const { messageType } of files)
        for (const { name, field } of messageType) if (name === message) field.forEach(change);
      const set = create(FileDescriptorSetSchema, { file: files });
      return createFileRegistry(fromBinary(FileDescriptorSetSchema, toBinary(FileDescriptorSetSchema, set)));
    };
    expect(
      misread(
        release(),
        changed(() => undefined),
      ),
    ).toEqual([]);
    expect(
      misread(
        release(),
        changed((field) => field.name === 'content' && (field.type = FieldDescriptorProto_Type.UINT64)),
      ),
    ).not.toEqual([]);
    expect(
      misread(
        release(),
        changed((field) => field.name === 'content' && (field.number = 99)),
      ),
    ).not.toEqual([]);
    const without = createFileRegistry(
      create(FileDescriptorSetSchema, {
        file: [...current.files].map(({ proto }) => proto).filter(({ package: name }) => name !== 'files.v1'),
      }),
    );
    expect(misread(release(), without).length).toBe(
      messagesOf(current.files).length - messagesOf(without.files).length,
    );
  });
});
