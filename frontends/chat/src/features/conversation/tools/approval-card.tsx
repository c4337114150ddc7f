import { visible } from '@zo/proto/hidden-text';
import { ShieldAlert } from 'lucide-react';
import { toProblem } from '@zo/web/store';
import { Button, cn, toast } from '@zo/web/ui';
import { useDecideMutation } from '../../../api/runs.endpoints';
import type { ApprovalText, ToolPart } from '../../../api/types';
import { appQuestion, isOfOthers, ownQuestion } from '@zo/proto/app-calls';
import { machineName } from './describe-call';
import { WaitsUntil } from './waits-until';

/** Approval request for a call: the reason, exactly what would run, and the answers. */
export function ApprovalCard({ part, runId }: { part: ToolPart; runId: string }) {
  const [decide, { isLoading }] = useDecideMutation();
  const { approval } = part;
  if (!approval) return null;
  const { hosts, files } = approval;
  const answer = (decision: 'approve' | 'approve_chat' | 'approve_always' | 'deny') => {
    decide({ runId, approvalId: approval.id, decision })
      .unwrap()
      .catch((failure: unknown) => toast.error(toProblem(failure).detail));
  };
  const { title, exact, label, yes } = wordsOf(part);
  return (
    <div
      role="group"
      aria-label="Question before running"
      className="my-1 rounded-lg border border-warn bg-surface-1 p-3"
    >
      <h3 className="flex items-center gap-2 text-sm font-semibold">
        <ShieldAlert aria-hidden className="size-4 text-warn" />
        {title}
      </h3>
      <p className="mt-1 text-sm break-words text-text-2">{visible(approval.reason)}</p>
      <Exact label={label} text={exact} />
      {approval.texts?.map((shown) => (
        <FileText key={shown.file} shown={shown} />
      ))}
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        <Button variant="primary" busy={isLoading} onClick={() => answer('approve')}>
          {yes}
        </Button>
        {hosts ? (
          <>
            <Button busy={isLoading} onClick={() => answer('approve_chat')}>
              This chat
            </Button>
            <Button busy={isLoading} onClick={() => answer('approve_always')}>
              Always
            </Button>
          </>
        ) : null}
        <span className="flex-1" />
        <Button variant="quiet" busy={isLoading} onClick={() => answer('deny')}>
          {hosts || files ? 'No' : 'Deny'}
        </Button>
      </div>
      <WaitsUntil until={approval.until} />
    </div>
  );
}

/** Exactly what an answer is about: characters that could hide something are made visible. */
function Exact({ label, text }: { label: string; text: string }) {
  return (
    <pre
      tabIndex={0}
      aria-label={label}
      className={cn(
        'mt-2 max-h-48 overflow-auto rounded-md bg-surface-2 px-2.5 py-2 font-mono',
        'text-xs leading-[18px] break-words whitespace-pre-wrap',
      )}
    >
      {visible(text)}
    </pre>
  );
}

/** What is in a file that would run by itself. */
function FileText({ shown: { file, text, kind, is_cut } }: { shown: ApprovalText }) {
  const name = visible(file);
  return (
    <div className="mt-2.5">
      <h4 className="text-xs font-medium break-words text-text-2">{FILE_TEXT[kind](name)}</h4>
      {kind === 'binary' ? null : <Exact label={`What is in ${name}`} text={text} />}
      {is_cut ? <p className="mt-1 text-xs text-text-2">It goes on; only its beginning is shown.</p> : null}
    </div>
  );
}

const FILE_TEXT: Record<ApprovalText['kind'], (name: string) => string> = {
  text: (name) => `This is in ${name}:`,
  link: (name) => `${name} is a link to:`,
  binary: (name) => `${name} is a program or other data that cannot be shown as text.`,
};

interface Words {
  title: string;
  /** Exactly what the answer is about. */
  exact: string;
  /** What `exact` is. */
  label: string;
  yes: string;
}

function wordsOf({ tool, args, approval }: ToolPart): Words {
  const { hosts, files } = approval!;
  const whole = JSON.stringify(args, null, 2);
  if (isOfOthers(tool)) {
    const title = hosts ? `Send this to ${visible(hosts.join(', '))}?` : 'Send this to another program?';
    return { title, exact: whole, label: 'What would be sent', yes: hosts ? 'Once' : 'Send once' };
  }
  const inApp = appQuestion(tool, args);
  if (inApp) return { title: inApp, exact: whole, label: 'What would be done', yes: 'Do it once' };
  const { cmd, cmd_list, url, machine, cwd } = (args ?? {}) as Partial<
    Record<'cmd' | 'url' | 'machine' | 'cwd', string>
  > & {
    cmd_list?: string[];
  };
  const exact = cmd ?? cmd_list?.join('\n') ?? url ?? whole;
  if (hosts) return { title: reachTitle(hosts), exact, label: 'What tried to reach it', yes: 'Once' };
  if (files) return { title: runTitle(files), exact, label: 'What wrote it', yes: 'Allow' };
  if (cmd && machine) return { title: onMachine(machine, cwd), exact, label: 'What would run', yes: 'Run once' };
  if (cmd || cmd_list) return { title: 'Run this command?', exact, label: 'What would run', yes: 'Run once' };
  if (url) return { title: 'Open this address?', exact, label: 'What would be opened', yes: 'Open once' };
  const own = ownQuestion(tool);
  if (own) return { ...own, exact, label: 'What would be done' };
  return { title: 'Allow this?', exact, label: 'What would run', yes: 'Run once' };
}

const runTitle = (files: readonly string[]) =>
  files.length === 1 ? 'Let this file run by itself?' : `Let ${files.length} files run by themselves?`;

const onMachine = (machine: string, folder: string | undefined) =>
  `Run this on your machine “${machineName(machine)}”${folder ? visible(`, in ${folder}`) : ''}?`;

/** The question names every host, with characters that could pass for others made visible. */
const reachTitle = (hosts: readonly string[]) => `Let this chat reach ${visible(hosts.join(', '))}?`;
