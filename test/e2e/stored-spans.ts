import path from 'node:path';
import { createEngine } from '../../core/engine.ts';
import type { Span } from '../../shared/contract/index.ts';

/** What the project of a form holds of the spans picked, with the question of each. */
export async function storedSpans(dataDir: string): Promise<[string, Span[]][]> {
  const engine = createEngine({ dataDir: path.join(dataDir, 'reader'), version: 'e2e' });
  await engine.client.project.open({ path: path.join(dataDir, 'forms.assay') });
  const { batch, items } = await engine.client.label.open({ studyId: 1 });
  const spans = new Map<string, Span[]>();
  for (const { ref } of items) {
    const { conversation, current } = await engine.client.label.item({ batch, ref });
    const question = conversation[0]!.content;
    if (current && current.kind !== 'skip') {
      spans.set(question, [...(spans.get(question) ?? []), current.fields?.evidence as Span]);
    }
  }
  await engine.close();
  return [...spans];
}
