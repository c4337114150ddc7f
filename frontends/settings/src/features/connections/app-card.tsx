import { CircleX, Ellipsis, KeyRound, Unplug, Wrench } from 'lucide-react';
import { useState } from 'react';
import { Link } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { Button, ConfirmDialog, IconButton, Menu, toast } from '@zo/web/ui';
import { useConnectAppMutation, useDisconnectAppMutation, type ConnectedApp } from '../../api/connections.endpoints';
import { AppIcon } from './app-icon';
import { APP_TOOLS, CONNECTIONS } from './messages';
import { ToolsDialog } from './tools-dialog';

const scopeOf = ({ reading, writing }: ConnectedApp): string =>
  writing ? APP_TOOLS.asks : reading ? APP_TOOLS.readOnly : APP_TOOLS.none;

function Status({ app }: { app: ConnectedApp }) {
  const { state, account, about, error } = app;
  if (state === 'ok')
    return (
      <span className="flex min-w-0 items-center gap-1.5">
        <span className="size-2 shrink-0 rounded-full bg-good" />
        <span className="truncate" title={account ?? undefined}>
          {account ?? CONNECTIONS.isConnected}, {scopeOf(app)}
        </span>
      </span>
    );
  if (state === 'broken' || state === 'client_refused')
    return (
      <span title={error ?? undefined} className="flex items-center gap-1.5 text-bad [&_svg]:size-3.5">
        <CircleX />
        {state === 'broken' ? CONNECTIONS.refused : CONNECTIONS.clientRefused}
      </span>
    );
  return <span className="block truncate">{state === 'not_set_up' ? CONNECTIONS.notSetUp : about}</span>;
}

interface CardProps {
  app: ConnectedApp;
  isOwner: boolean;
  onSetUp: () => void;
}

function Options({ app, isOwner, onSetUp }: CardProps) {
  const { app_slug: slug, display_name: name } = app;
  const [choosing, setChoosing] = useState(false);
  const [asking, setAsking] = useState(false);
  const [disconnect, { isLoading }] = useDisconnectAppMutation();
  const confirm = async () => {
    try {
      const { grant } = await disconnect(slug).unwrap();
      setAsking(false);
      toast.success(CONNECTIONS.gone[grant](name));
    } catch (error) {
      toast.error(CONNECTIONS.notDisconnected, { description: toProblem(error).detail });
    }
  };
  // The menu has to give the focus back first.
  const later = (act: () => void) => () => void setTimeout(act, 40);
  const disconnecting = {
    label: CONNECTIONS.disconnect,
    icon: <Unplug />,
    danger: true,
    onSelect: later(() => setAsking(true)),
  };
  return (
    <>
      <Menu
        label={CONNECTIONS.optionsOf(name)}
        entries={[
          ...(app.state === 'ok'
            ? [{ label: APP_TOOLS.open, icon: <Wrench />, onSelect: later(() => setChoosing(true)) }]
            : []),
          ...(isOwner ? [{ label: CONNECTIONS.change, icon: <KeyRound />, onSelect: later(onSetUp) }] : []),
          ...(app.state === 'not_connected' ? [] : [disconnecting]),
        ]}
      >
        <IconButton label={CONNECTIONS.optionsOf(name)}>
          <Ellipsis />
        </IconButton>
      </Menu>
      {choosing ? <ToolsDialog app={app} onClose={() => setChoosing(false)} /> : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={CONNECTIONS.disconnectTitle(name)}
        description={CONNECTIONS.disconnectHint}
        action={CONNECTIONS.disconnect}
        busy={isLoading}
        onConfirm={() => void confirm()}
      />
    </>
  );
}

function ConnectButton({ app: { app_slug: slug, display_name: name, state } }: { app: ConnectedApp }) {
  const [connect, { isLoading, isSuccess }] = useConnectAppMutation();
  const begin = async () => {
    try {
      window.location.assign((await connect({ slug }).unwrap()).url);
    } catch (error) {
      toast.error(CONNECTIONS.notConnected(name), { description: toProblem(error).detail });
    }
  };
  const isBroken = state === 'broken';
  return (
    <Button
      busy={isLoading || isSuccess}
      aria-label={isBroken ? CONNECTIONS.reconnectTo(name) : CONNECTIONS.connectTo(name)}
      onClick={() => void begin()}
    >
      {isBroken ? CONNECTIONS.reconnect : CONNECTIONS.connect}
    </Button>
  );
}

function Action(props: CardProps) {
  const { app, isOwner, onSetUp } = props;
  const { state, display_name: name } = app;
  if (state === 'bot')
    return (
      <Button asChild variant="quiet">
        <Link to="/settings/channels" aria-label={CONNECTIONS.setUpOf(name)}>
          {CONNECTIONS.setUp}
        </Link>
      </Button>
    );
  if (state === 'not_set_up')
    return isOwner ? (
      <Button variant="quiet" aria-label={CONNECTIONS.setUpOf(name)} onClick={onSetUp}>
        {CONNECTIONS.setUp}
      </Button>
    ) : (
      <Button
        variant="quiet"
        aria-label={CONNECTIONS.howToOf(name)}
        onClick={() => toast.info(CONNECTIONS.howTo(name))}
      >
        {CONNECTIONS.howToShort}
      </Button>
    );
  return (
    <>
      {state === 'ok' || state === 'client_refused' ? null : <ConnectButton app={app} />}
      {/* A client that its provider refuses is corrected there, also before anything is connected. */}
      {state === 'not_connected' && !isOwner ? null : <Options {...props} />}
    </>
  );
}

/** IM-01: one app, its state and what can be done about it. */
export function AppCard(props: CardProps) {
  const { app } = props;
  return (
    <li className="flex min-h-16 min-w-0 items-center gap-3 border-r border-b border-line-1 px-3.5 py-2.5">
      <AppIcon slug={app.app_slug} />
      <div className="min-w-0 flex-1">
        <div className="truncate text-base font-medium">{app.display_name}</div>
        <div className="text-sm text-text-2">
          <Status app={app} />
        </div>
      </div>
      <Action {...props} />
    </li>
  );
}
