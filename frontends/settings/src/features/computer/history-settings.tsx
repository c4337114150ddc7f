import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { formatSize } from '@zo/web/format';
import { toProblem } from '@zo/web/store';
import { Button, cn, Menu, Meter, toast } from '@zo/web/ui';
import {
  useChangeHistorySettingsMutation,
  useHistorySettingsQuery,
  type HistoryChange,
  type HistorySettings as Settings,
} from '../../api/history.endpoints';
import { Row, Rows } from '../../frame/rows';
import { HISTORY } from './messages';

const MB = 1024 ** 2;
const ROOMS = [256 * MB, 512 * MB, 1_024 * MB, 2_048 * MB, 5_120 * MB, 10_240 * MB];

/** What is kept of earlier versions of files, for how long, and in how much room. */
export function HistorySettings() {
  const { data, error, refetch } = useHistorySettingsQuery();
  const [change] = useChangeHistorySettingsMutation();
  if (error)
    return (
      <Rows title={HISTORY.title}>
        <Row label={HISTORY.failed} hint={toProblem(error).detail}>
          <Button onClick={() => void refetch()}>{HISTORY.again}</Button>
        </Row>
      </Rows>
    );
  if (!data) return null;
  const save = (part: HistoryChange) =>
    void change(part)
      .unwrap()
      .then(
        () => toast.success(HISTORY.saved),
        (problem: unknown) => toast.error(HISTORY.notSaved, { description: toProblem(problem).detail }),
      );
  return <Choices settings={data} save={save} />;
}

function Choices({ settings, save }: { settings: Settings; save: (part: HistoryChange) => void }) {
  const { limitBytes, keepDays, usedBytes, defaultLimitBytes, maxLimitBytes } = settings;
  const room = limitBytes || defaultLimitBytes;
  const days: Readonly<Record<number, string>> = HISTORY.days;
  return (
    <Rows title={HISTORY.title}>
      <Row label={HISTORY.room} hint={`${HISTORY.used(usedBytes, room)}. ${HISTORY.roomHint}`}>
        <div className="w-24">
          <Meter label={HISTORY.room} value={Math.min(100, (usedBytes / room) * 100)} />
        </div>
        <Choice
          label={HISTORY.room}
          value={limitBytes}
          choices={[
            [0, HISTORY.byItself(defaultLimitBytes)],
            ...ROOMS.filter((bytes) => bytes <= maxLimitBytes).map((bytes): [number, string] => [
              bytes,
              formatSize(bytes),
            ]),
          ]}
          shown={limitBytes === 0 ? HISTORY.byItself(defaultLimitBytes) : formatSize(limitBytes)}
          onChoose={(value) => save({ limitBytes: value })}
        />
      </Row>
      <Row label={HISTORY.keep} hint={HISTORY.keepHint}>
        <Choice
          label={HISTORY.keep}
          value={keepDays}
          choices={Object.entries(HISTORY.days).map(([value, label]) => [Number(value), label])}
          shown={days[keepDays] ?? HISTORY.otherDays(keepDays)}
          onChoose={(value) => save({ keepDays: value })}
        />
      </Row>
      <Ignored key={settings.ignored.join('\n')} ignored={settings.ignored} save={save} />
    </Rows>
  );
}

function Choice(props: {
  label: string;
  value: number;
  choices: [value: number, label: string][];
  shown: string;
  onChoose: (value: number) => void;
}) {
  const { label, value, choices, shown, onChoose } = props;
  return (
    <Menu
      label={label}
      entries={choices.map(([each, name]) => ({
        label: name,
        checked: each === value,
        onSelect: () => onChoose(each),
      }))}
    >
      <Button aria-label={`${label}: ${shown}`}>
        {shown}
        <ChevronDown />
      </Button>
    </Menu>
  );
}

function Ignored({ ignored, save }: { ignored: readonly string[]; save: (part: HistoryChange) => void }) {
  const before = ignored.join('\n');
  const [text, setText] = useState(before);
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (
    <Row label={HISTORY.ignored} hint={HISTORY.ignoredHint}>
      <textarea
        aria-label={HISTORY.ignored}
        rows={4}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        className={cn(
          'w-56 rounded-md border border-line-2 bg-surface-2 px-2.5 py-1.5 font-mono text-sm text-text-1',
          'focus-visible:outline-2 focus-visible:-outline-offset-1',
          'focus-visible:outline-focus pointer-coarse:text-lg',
        )}
      />
      <Button disabled={rules.join('\n') === before} onClick={() => save({ ignored: rules })}>
        {HISTORY.save}
      </Button>
    </Row>
  );
}
