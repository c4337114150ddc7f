import { useEffect, useState, type RefObject } from 'react';

/**
 * ED-02: sets a TeX formula into the element of a ref.
 * @returns why the source is no formula, and whether it is set
 */
export function useFormula(
  box: RefObject<HTMLElement | null>,
  source: string,
  isInline: boolean,
): { readonly failure: string | undefined; readonly isSet: boolean } {
  const [outcome, setOutcome] = useState<{ failure?: string }>();
  useEffect(() => {
    let isCurrent = true;
    import('./draw-formula')
      .then(({ drawFormula }) => {
        if (!isCurrent || !box.current) return;
        drawFormula(source, box.current, { isInline });
        setOutcome({});
      })
      .catch(
        (error: unknown) =>
          isCurrent && setOutcome({ failure: error instanceof Error ? error.message : String(error) }),
      );
    return () => {
      isCurrent = false;
    };
  }, [box, source, isInline]);
  return { failure: outcome?.failure, isSet: outcome !== undefined && outcome.failure === undefined };
}
