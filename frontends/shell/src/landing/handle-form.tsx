import { useEffect, useState, type FormEvent } from 'react';
import { useNavigate } from '@zo/web/router';
import { skipToken, useCheckHandleQuery } from '@zo/web/store';
import { Button } from '@zo/web/ui/button';
import { cn } from '@zo/web/ui/cn';

const PAUSE_MS = 250;

/** The line under the field: the handle that the text becomes, and whether it is available. */
function useVerdict(text: string): { line: string; taken: boolean } {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { currentData } = useCheckHandleQuery(asked || skipToken);
  if (!asked || !currentData) return { line: 'Choose a name. It can be yours in a minute.', taken: false };
  return currentData.available
    ? { line: `${currentData.handle} is free`, taken: false }
    : { line: `${currentData.handle} is taken`, taken: true };
}

/** AU-03, LP-02: the handle field, in the address bar of the sample computer. */
export function HandleForm({
  domain,
  text,
  onText,
  address,
}: {
  domain: string;
  text: string;
  onText: (text: string) => void;
  address: string;
}) {
  const navigate = useNavigate();
  const { line, taken } = useVerdict(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    navigate(address);
  };
  return (
    <form onSubmit={submit} className="mt-8 max-w-[30rem]">
      <div
        className={cn(
          'flex h-14 items-center rounded-xl border border-line-2 bg-surface-1 pr-2 pl-5 shadow-float',
          'focus-within:outline-2 focus-within:outline-focus',
        )}
      >
        <div className="flex min-w-0 flex-1 items-baseline text-lg">
          <input
            aria-label="Handle"
            aria-describedby="handle-verdict"
            value={text}
            placeholder="you"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onText(event.target.value)}
            className="field-sizing-content max-w-[60%] min-w-[2ch] bg-transparent outline-none"
          />
          <span className="truncate text-text-2">.{domain}</span>
        </div>
        <Button type="submit" variant="primary" size="lg">
          Get it
        </Button>
      </div>
      <p id="handle-verdict" role="status" className={`mt-2.5 px-1 text-sm ${taken ? 'text-bad' : 'text-text-2'}`}>
        {line}
      </p>
    </form>
  );
}
