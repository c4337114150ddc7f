import type { ToolPart } from '../../../api/types';
import { ApprovalCard } from './approval-card';
import { isQuestion, QuestionCard } from './question-card';
import { ToolRow } from './tool-row';

/** A call: a question to the person, or a row that says what it does. */
export function CallView({ part, runId }: { part: ToolPart; runId: string }) {
  if (isQuestion(part)) return <QuestionCard part={part} runId={runId} />;
  return part.state === 'approval' ? <ApprovalCard part={part} runId={runId} /> : <ToolRow part={part} />;
}
