import net from 'node:net';

export const PROXY_PORT = 3128;

/** Forwards programs of the computer to the proxy outside: the computer has no network but its own loopback. */
export function forwardEgress(socketPath: string): net.Server {
  const server = net.createServer({ allowHalfOpen: true }, (client) => {
    const proxy = net.connect({ path: socketPath, allowHalfOpen: true });
    client.pipe(proxy).pipe(client);
    const end = () => {
      client.destroy();
      proxy.destroy();
    };
    client.once('error', end);
    proxy.once('error', end);
  });
  server.on('error', (error) => console.error('egress is not available', (error as NodeJS.ErrnoException).code));
  return server.listen(PROXY_PORT, '127.0.0.1');
}
