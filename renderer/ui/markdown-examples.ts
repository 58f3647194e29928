/** The parts of a page's tree that are looked at here. */
interface PageNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: PageNode[];
}

const exampleMarker = /^\s*\[!(good|bad)\][ \t]*\n?/i;

/** Marks quotes that begin with [!good] or [!bad] as examples, and takes the marker out of their text. */
export function markExamples() {
  return (tree: PageNode): void => visit(tree);
}

function visit(node: PageNode): void {
  for (const child of node.children ?? []) visit(child);
  if (node.tagName !== 'blockquote') return;
  const first = node.children?.find(({ tagName }) => tagName === 'p')?.children?.[0];
  const found = first?.type === 'text' ? exampleMarker.exec(first.value ?? '') : null;
  if (!found || !first) return;
  first.value = (first.value ?? '').slice(found[0].length);
  node.properties = { ...node.properties, dataExample: found[1]!.toLowerCase() };
}
