import { expect, it } from '@jest/globals';
import { onUploadRequest, pickUploads, type UploadRequest } from './upload-picker';

const handleOf = (name: string, getFile: () => Promise<File>) => ({ name, getFile });

it('UP-07 uploads what can be read of the chosen files, and names the rest', async () => {
  const requests: UploadRequest[] = [];
  const end = onUploadRequest((request) => requests.push(request));
  Object.assign(window, {
    showOpenFilePicker: async () => [
      handleOf('kept.txt', async () => new File(['kept'], 'kept.txt')),
      handleOf('gone.txt', async () => {
        throw new DOMException('It is gone', 'NotFoundError');
      }),
    ],
  });
  await pickUploads({ root: 'w', path: [] }, 'files');
  end();
  expect(requests).toHaveLength(1);
  expect(requests[0]!.files.map(({ file }) => file.name)).toEqual(['kept.txt']);
  expect(requests[0]!.unreadable).toEqual(['gone.txt']);
});
