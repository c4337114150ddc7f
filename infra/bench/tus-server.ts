/** The reference server of resumable uploads as a process of its own: `tus-server.ts <folder> <port>`. */
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const [directory = '', port = ''] = process.argv.slice(2);
new Server({ path: '/', datastore: new FileStore({ directory }) }).listen({ host: '127.0.0.1', port: Number(port) });
