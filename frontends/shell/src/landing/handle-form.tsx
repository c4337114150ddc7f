import { useState, type FormEvent } from 'react';
import { useNavigate } from '@zo/web/router';
import { Button } from '@zo/web/ui';

/** AU-03: a handle is picked in the address bar of the computer it will name. */
export function HandleForm({ domain }: { domain: string }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    navigate(`/signup${text.trim() ? `?handle=${encodeURIComponent(text.trim())}` : ''}`);
  };
  return (
    <form onSubmit={submit} className="mt-8 flex h-14 max-w-[30rem] items-center rounded-xl border border-line-2 bg-surface-1 pr-2 pl-5 shadow-float focus-within:outline-2 focus-within:outline-focus">
      <div className="flex min-w-0 flex-1 items-baseline text-lg">
        <input
          aria-label="Handle"
          value={text}
          placeholder="you"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
          className="field-sizing-content max-w-[60%] min-w-[2ch] bg-transparent outline-none"
        />
        <span className="truncate text-text-3">.{domain}</span>
      </div>
      <Button type="submit" variant="primary" size="lg">Get it</Button>
    </form>
  );
}
