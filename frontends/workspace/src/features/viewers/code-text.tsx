import { LanguageDescription, type Language } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { useEffect, useMemo, useState, type ReactNode } from 'react';

/** Longer code has no colours. */
const MAX_LENGTH = 50_000;

/** The language of that name once it is loaded; undefined for an unknown one. */
function useLanguage(name: string): Language | undefined {
  const [loaded, setLoaded] = useState<Language>();
  useEffect(() => {
    let isCurrent = true;
    const found = LanguageDescription.matchLanguageName(languages, name, false);
    // Without its language the code stays plain.
    found?.load().then(
      ({ language }) => isCurrent && setLoaded(language),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [name]);
  return loaded;
}

/** Code with the colours of its language. */
export function CodeText({ code, language }: { code: string; language: string }) {
  const parser = useLanguage(language)?.parser;
  return useMemo(() => {
    if (!parser || code.length > MAX_LENGTH) return code;
    const parts: ReactNode[] = [];
    const add = (text: string, classes: string) =>
      parts.push(
        classes ? (
          <span key={parts.length} className={classes}>
            {text}
          </span>
        ) : (
          text
        ),
      );
    highlightCode(code, parser.parse(code), classHighlighter, add, () => add('\n', ''));
    return parts;
  }, [code, parser]);
}
