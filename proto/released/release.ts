/** What the messages of a release were: their descriptors, and the bytes of each. */
import {
  create,
  createFileRegistry,
  type DescFile,
  type DescMessage,
  type FileRegistry,
  fromBinary,
  fromJson,
  toBinary,
} from '@bufbuild/protobuf';
import { nestedTypes } from '@bufbuild/protobuf/reflect';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { file_accounts_v1_accounts } from '../gen/accounts/v1/accounts_pb.js';
import { file_agent_v1_agent } from '../gen/agent/v1/agent_pb.js';
import { file_compute_v1_compute } from '../gen/compute/v1/compute_pb.js';
import { file_files_v1_files } from '../gen/files/v1/files_pb.js';
import { sampleOf, turnsOf } from './samples.js';

export interface Release {
  /** A FileDescriptorSet, base64. */
  readonly descriptors: string;
  /** By full name of the type: messages, base64. */
  readonly messages: Readonly<Record<string, readonly string[]>>;
}

const FILES: readonly DescFile[] = [
  file_accounts_v1_accounts,
  file_agent_v1_agent,
  file_compute_v1_compute,
  file_files_v1_files,
];

/** What is on the wire now. */
export const current: FileRegistry = createFileRegistry(
  ...FILES.map((file) => createFileRegistry(file.proto, () => undefined)),
);

export function bytesOf(type: DescMessage): Uint8Array[] {
  return Array.from({ length: turnsOf(type) }, (_, turn) => toBinary(type, fromJson(type, sampleOf(type, turn))));
}

export function messagesOf(files: Iterable<DescFile>): DescMessage[] {
  return [...files]
    .flatMap((file) => [...nestedTypes(file)])
    .filter((type): type is DescMessage => type.kind === 'message' && !type.proto.options?.mapEntry);
}

export function release(): Release {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    descriptors: base64(
      toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file: FILES.map(({ proto }) => proto) })),
    ),
    messages: Object.fromEntries(messagesOf(current.files).map((type) => [type.typeName, bytesOf(type).map(base64)])),
  };
}

/** The types as a release knew them. */
export const typesOf = ({ descriptors }: Release): FileRegistry =>
  createFileRegistry(fromBinary(FileDescriptorSetSchema, Buffer.from(descriptors, 'base64')));
