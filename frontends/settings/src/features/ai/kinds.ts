import type { ProviderKind } from '../../api/models.endpoints';

/** Label and required fields of each kind of provider. */
export const KINDS: Record<ProviderKind, { label: string; needsKey: boolean; address?: string; hint: string }> = {
  openai: { label: 'OpenAI', needsKey: true, hint: 'Key from platform.openai.com' },
  anthropic: { label: 'Anthropic', needsKey: true, hint: 'Key from console.anthropic.com' },
  google: { label: 'Google', needsKey: true, hint: 'Key from aistudio.google.com' },
  xai: { label: 'xAI', needsKey: true, hint: 'Key from console.x.ai' },
  ollama: { label: 'Ollama', needsKey: false, address: 'http://localhost:11434', hint: 'Models on your own machine' },
  'openai-compatible': {
    label: 'OpenAI-compatible',
    needsKey: false,
    address: 'https://llm.example.com/v1',
    hint: 'Any server that speaks the same protocol',
  },
};

export const KIND_ORDER = Object.keys(KINDS) as ProviderKind[];
