/** Every service in one process, behind the gateway: the single node. */
import { accounts } from '@zo/accounts/service';
import { chat } from '@zo/chat/service';
import { compute } from '@zo/compute/service';
import { files } from '@zo/files/service';
import { loadGatewayConfig } from '@zo/gateway/config';
import { serveFrontend } from '@zo/gateway/frontend';
import { listen } from '@zo/gateway/server';
import { localUpstream } from '@zo/gateway/upstream';
import { uploads } from '@zo/uploads/service';
import { keepAlive, onStop, Platform, startService } from '@zo/shared/bootstrap';
import { logger, setLogLevel } from '@zo/shared/observability';

keepAlive();
const platform = Platform.fromEnvironment();
setLogLevel(platform.config.ZO_LOG_LEVEL);
const running = await Promise.all([accounts, compute, files, uploads, chat].map((definition) => startService(definition, platform)));
const upstreams = new Map(running.map((service) => [service.name, localUpstream(service)]));
const gateway = await listen({ platform, upstreams, frontend: serveFrontend(loadGatewayConfig().ZO_FRONTENDS) }, platform.config.PORT);
logger('zo').info({ port: platform.config.PORT }, 'ready');
onStop(async () => {
  await gateway.close();
  await Promise.all(running.map((service) => service.stop()));
});
