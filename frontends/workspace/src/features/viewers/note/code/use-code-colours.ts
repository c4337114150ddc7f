import { LanguageDescription, type Language } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { useCallback, useRef, useState } from 'react';
import { Element, Node, type NodeEntry, type Range } from 'slate';
import type { CodeBlock } from '../model/nodes';
import { languageName } from './code';

/** Longer code has no colours: it is parsed again on every change. */
const MAX_LENGTH = 50_000;

type Coloured = Range & { token: string };

/** Colours code blocks; plain until the language of a block is loaded. */
export function useCodeColours(): (entry: NodeEntry) => Coloured[] {
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Language>>(new Map());
  const requested = useRef(new Set<string>());
  const load = useCallback((name: string) => {
    if (requested.current.has(name)) return;
    requested.current.add(name);
    const found =
      LanguageDescription.matchLanguageName(languages, name, false) ??
      LanguageDescription.matchFilename(languages, `x.${name}`);
    // Without its language the code stays plain.
    found?.load().then(
      ({ language }) => setLoaded((known) => new Map(known).set(name, language)),
      () => undefined,
    );
  }, []);
  return useCallback(
    ([node, path]) => {
      if (!Element.isElement(node) || node.type !== 'code') return [];
      const name = languageName((node as unknown as CodeBlock).info);
      const language = loaded.get(name);
      if (!language) load(name);
      const code = Node.string(node);
      return language && code.length <= MAX_LENGTH ? coloursOf(code, language, [...path, 0]) : [];
    },
    [load, loaded],
  );
}

function coloursOf(code: string, language: Language, path: number[]): Coloured[] {
  const ranges: Coloured[] = [];
  let offset = 0;
  const advance = (text: string, token: string) => {
    if (token) ranges.push({ anchor: { path, offset }, focus: { path, offset: offset + text.length }, token });
    offset += text.length;
  };
  highlightCode(code, language.parser.parse(code), classHighlighter, advance, () => advance('\n', ''));
  return ranges;
}
