import type { CodeNode } from './code-node.ts';

/** The properties of a language that queries need. */
export type CodeLanguage = {
  /** Its name in ast-grep. */
  readonly parser: 'JavaScript' | 'TypeScript' | 'Tsx' | 'Css' | 'Html';
  /** The node kinds that may contain a name. */
  readonly nameKinds: readonly string[];
  /** The node kinds that a 'string' is compared with. */
  readonly stringKinds: readonly string[];
  readonly commentKind: string;
  /** Whether the text of a node of those kinds is the name. */
  isName(text: string, name: string): boolean;
  /** Returns the text that a 'string' must equal to select this node; null if the node can't be selected. */
  stringOf(node: CodeNode): string | null;
  /** Returns what a name or a string selects: the declaration, the call, the rule or the element around it. */
  targetOf(node: CodeNode): CodeNode;
  /** The line that marks omitted code between two selections. */
  readonly gap: string;
};
