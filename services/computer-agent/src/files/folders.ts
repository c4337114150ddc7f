import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import { CreateFolderResponseSchema, type CreateFolderRequest, type CreateFolderResponse } from '@zo/proto/agent/v1';
import { errnoOf, taken } from '../errors.js';
import type { Home } from '../home/home.js';

/** Creates a folder. @throws NAME_TAKEN when the name is taken; with `parents` an existing folder is accepted */
export async function createFolder(home: Home, request: CreateFolderRequest): Promise<CreateFolderResponse> {
  return home.within(request.path, { createParents: request.parents }, async ({ folder, name }) => {
    if (name === null) {
      if (request.parents) return create(CreateFolderResponseSchema);
      throw taken(request.path?.segments.at(-1) ?? '/');
    }
    try {
      fs.mkdirSync(folder.at(name), { mode: 0o755 });
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
      if (!request.parents || !folder.lstat(name)?.isDirectory()) throw taken(name);
    }
    await folder.sync();
    return create(CreateFolderResponseSchema);
  });
}
