import { request } from 'node:https';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { RequestOptions } from 'node:https';
import { text } from 'node:stream/consumers';
import { ApiException } from '@kubernetes/client-node';
import type { Kube } from '@zo/kube';

export interface RawOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Requests what is not an object of the API server: logs, and services behind its proxy. @throws ApiException when it
 * refuses
 */
export async function raw(
  { config }: Kube,
  path: string,
  { method = 'GET', headers = {}, body }: RawOptions = {},
): Promise<IncomingMessage> {
  const options: RequestOptions = { method };
  await config.applyToHTTPSOptions(options);
  const asked = request(config.getCurrentCluster()!.server + path, {
    ...options,
    headers: { ...options.headers, ...headers },
  });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const code = answer.statusCode!;
  if (code < 200 || code > 299) throw new ApiException(code, '', await text(answer), {});
  return answer;
}
