import { ShieldAlert } from 'lucide-react';
import { fileHref, parseAddress } from '@zo/web/paths';
import { Link } from '@zo/web/router';
import { toProblem } from '@zo/web/store';
import { Button, toast } from '@zo/web/ui';
import {
  useChangeFactMutation,
  useKeepTextMutation,
  useTrashTextMutation,
  type WaitingText,
} from '../../api/memory.endpoints';
import { Row } from '../../frame/rows';
import { MEMORY, WAITING } from './memory-messages';

/** A text from elsewhere: the assistant does not use it before its user says so. */
export function WaitingRow({ text }: { text: WaitingText }) {
  const { file_path, kind, title, hash, source } = text;
  const [keep, { isLoading: keeping }] = useKeepTextMutation();
  const [change, { isLoading: forgetting }] = useChangeFactMutation();
  const [trash, { isLoading: trashing }] = useTrashTextMutation();
  const at = parseAddress(file_path);
  const failed = (error: unknown) => void toast.error(MEMORY.notChanged, { description: toProblem(error).detail });
  const forget = () => {
    if (kind === 'fact')
      return void change({ file_path, before: title, after: null })
        .unwrap()
        .then(() => toast.success(MEMORY.forgotten), failed);
    const { root, path } = at;
    // A skill is its folder.
    const item = { root, path: kind === 'skill' ? path.slice(0, -1) : [...path] };
    return void trash(item)
      .unwrap()
      .then(() => toast.success(WAITING.inTrash), failed);
  };
  return (
    <Row
      icon={<ShieldAlert aria-hidden className="size-4 shrink-0 text-warn" />}
      label={<span className="break-words">{title}</span>}
      hint={WAITING.hint(source)}
    >
      <Link
        to={fileHref(at)}
        aria-label={WAITING.lookAt(title)}
        className="rounded-md px-2 py-1 text-sm text-accent-text hover:bg-surface-3"
      >
        {WAITING.look}
      </Link>
      <Button
        busy={keeping}
        aria-label={WAITING.keepIt(title)}
        onClick={() =>
          void keep({ file_path, hash })
            .unwrap()
            .then(() => toast.success(WAITING.kept), failed)
        }
      >
        {WAITING.keep}
      </Button>
      <Button variant="quiet" busy={forgetting || trashing} aria-label={WAITING.forgetIt(title)} onClick={forget}>
        {WAITING.forget}
      </Button>
    </Row>
  );
}
