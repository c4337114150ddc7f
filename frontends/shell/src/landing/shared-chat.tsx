import { useParams } from '@zo/web/router';
import { RemotePart, SharedChatPage } from '../remotes';

/** A chat that somebody shared; visitors may open it. */
export default function SharedChat() {
  const { token = '' } = useParams();
  return (
    <RemotePart what="This chat">
      <SharedChatPage token={token} />
    </RemotePart>
  );
}
