/** A fake server of the protocol of Google for videos. It refuses what that protocol refuses. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MP4 } from './fake-media.js';

export interface VeoOrder {
  readonly model: string;
  readonly prompt: string;
  readonly image?: { readonly bytes: Buffer; readonly mimeType: string };
  readonly aspectRatio: unknown;
  readonly durationSeconds: unknown;
  asked: number;
  cancelled: boolean;
}

export interface FakeVeo {
  /** The address of the API, with `/v1beta`. */
  readonly url: string;
  readonly key: string;
  readonly orders: VeoOrder[];
  /** The key that came with each download; undefined where none did. */
  readonly downloads: (string | undefined)[];
  /** How many questions a video is unfinished for; it is filtered with these words, if any. */
  makes(after: number, filteredFor?: string): void;
  stop(): Promise<void>;
}

const KEY = 'veo-canary-0123456789';

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

interface Ordered {
  readonly instances?: readonly {
    readonly prompt?: unknown;
    readonly image?: { readonly bytesBase64Encoded?: unknown; readonly mimeType?: unknown };
  }[];
  readonly parameters?: { readonly aspectRatio?: unknown; readonly durationSeconds?: unknown };
}

function orderOf(model: string, { instances: [instance] = [], parameters = {} }: Ordered): VeoOrder {
  const { prompt, image } = instance ?? {};
  const { aspectRatio, durationSeconds } = parameters;
  if (typeof prompt !== 'string') throw new Refusal(400, 'prompt is required.');
  if (aspectRatio !== '16:9' && aspectRatio !== '9:16') throw new Refusal(400, 'Unsupported aspectRatio.');
  if (![4, 6, 8].includes(durationSeconds as number)) throw new Refusal(400, 'durationSeconds is out of bound.');
  if (image && (typeof image.bytesBase64Encoded !== 'string' || !/^image\/(png|jpeg)$/.test(String(image.mimeType))))
    throw new Refusal(400, 'Unsupported image.');
  const bytes = Buffer.from(String(image?.bytesBase64Encoded ?? ''), 'base64');
  const sent = image && { image: { bytes, mimeType: String(image.mimeType) } };
  return { model, prompt, ...sent, aspectRatio, durationSeconds, asked: 0, cancelled: false };
}

class Videos {
  readonly orders: VeoOrder[] = [];
  readonly downloads: (string | undefined)[] = [];
  url = '';
  after = 1;
  filteredFor: string | undefined;

  async answer(request: IncomingMessage): Promise<object | Buffer | URL> {
    const path = (request.url ?? '').replace('/v1beta', '');
    const key = request.headers['x-goog-api-key'] as string | undefined;
    if (path === '/elsewhere') {
      this.downloads.push(key);
      return MP4;
    }
    if (key !== KEY) throw new Refusal(400, 'API key not valid. Please pass a valid API key.');
    if (path.startsWith('/files/made:download')) {
      this.downloads.push(key);
      // The bytes lie elsewhere, as those of the real one do.
      return new URL(`${this.url.replace('127.0.0.1', 'localhost')}/elsewhere`);
    }
    const [, model, method] = /^\/models\/([^/:]+)(:predictLongRunning)?$/.exec(path) ?? [];
    if (model !== undefined) return method ? this.order(model, request) : modelOf(model);
    const [, name = '', number, end] = /^\/(models\/[^/]+\/operations\/(\d+))(:cancel)?$/.exec(path) ?? [];
    const order = this.orders[Number(number) - 1];
    if (!order) throw new Refusal(404, 'Not found.');
    if (!end) return this.stateOf(name, order);
    order.cancelled = true;
    return {};
  }

  private async order(model: string, request: IncomingMessage): Promise<object> {
    const blocks: Buffer[] = [];
    for await (const block of request) blocks.push(block as Buffer);
    this.orders.push(orderOf(model, JSON.parse(Buffer.concat(blocks).toString()) as Ordered));
    return { name: `models/${model}/operations/${this.orders.length}` };
  }

  private stateOf(name: string, order: VeoOrder): object {
    if (order.cancelled) return { name, done: true, error: { code: 1, message: 'Cancelled.' } };
    if (++order.asked <= this.after) return { name };
    const samples = [{ video: { uri: `${this.url}/files/made:download?alt=media` } }];
    const reasons = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [this.filteredFor] };
    const generateVideoResponse = this.filteredFor === undefined ? { generatedSamples: samples } : reasons;
    return { name, done: true, response: { generateVideoResponse } };
  }
}

const modelOf = (model: string): object => ({
  name: `models/${model}`,
  supportedGenerationMethods: model.startsWith('veo-') ? ['predictLongRunning'] : ['generateContent'],
});

export async function startFakeVeo(): Promise<FakeVeo> {
  const videos = new Videos();
  const server = createServer((request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    videos.answer(request).then(
      (found) => {
        if (Buffer.isBuffer(found)) response.writeHead(200, { 'content-type': 'video/mp4' }).end(found);
        else if (found instanceof URL) response.writeHead(302, { location: found.href }).end();
        else send(200, found);
      },
      (error: unknown) => {
        const { status, message } = error instanceof Refusal ? error : new Refusal(500, String(error));
        send(status, { error: { code: status, message, status: 'INVALID_ARGUMENT' } });
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  videos.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1beta`;
  return {
    url: videos.url,
    key: KEY,
    orders: videos.orders,
    downloads: videos.downloads,
    makes: (after, filteredFor) => void Object.assign(videos, { after, filteredFor }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
