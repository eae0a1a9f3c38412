import type { CodeNode } from './code-node.ts';

/** What a query needs to know of a language. */
export type CodeLanguage = {
  /** As ast-grep calls it. */
  readonly parser: 'JavaScript' | 'TypeScript' | 'Tsx' | 'Css' | 'Html';
  /** The kinds of node that may hold a name. */
  readonly nameKinds: readonly string[];
  /** The kinds of node that a 'string' is compared with. */
  readonly stringKinds: readonly string[];
  readonly commentKind: string;
  /** True when the text of a node of those kinds is the name. */
  isName(text: string, name: string): boolean;
  /** What a 'string' must equal to select this node; null when it does not count here. */
  stringOf(node: CodeNode): string | null;
  /** What is selected by a name or a string: the declaration, the call, the rule or the element around it. */
  placeOf(node: CodeNode): CodeNode;
  /** The line that stands for code left out between two selections. */
  readonly gap: string;
};
