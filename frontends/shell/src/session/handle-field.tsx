import { useEffect, useState } from 'react';
import { useCheckHandleQuery, useSetupQuery } from '@zo/web/store';
import { Field } from '@zo/web/ui';

/** AU-03: free text; the line below shows the resulting handle and whether it is available. */
export function HandleField({ initial = '' }: { initial?: string }) {
  const [text, setText] = useState(initial);
  const [asked, setAsked] = useState(initial);
  const { data: setup } = useSetupQuery();
  const { data } = useCheckHandleQuery(asked);

  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), 250);
    return () => clearTimeout(timer);
  }, [text]);

  const address = data && setup ? `${data.handle}.${setup.computer_domain}` : undefined;
  return (
    <Field
      label="Handle"
      name="handle"
      value={text}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      onChange={(event) => setText(event.target.value)}
      error={data && !data.available && asked ? `${data.handle} is taken` : undefined}
      hint={address ? `Your address will be ${address}` : 'The name your computer is reached by'}
    />
  );
}
