/** What lies on a clipboard, as far as a text can be made of it; '' where there is nothing of a kind. */
export interface ClipboardContent {
  readonly html: string;
  readonly text: string;
  /** The language from which VS Code copied, in its own words, for example `typescript`. */
  readonly codeLanguage: string;
}

/** Reads a clipboard; only while its event lasts. */
export function readClipboardData(data: DataTransfer): ClipboardContent {
  return {
    html: data.getData('text/html'),
    text: data.getData('text/plain').replaceAll(/\r\n?/gu, '\n'),
    codeLanguage: languageOf(data.getData('vscode-editor-data')),
  };
}

function languageOf(editorData: string): string {
  try {
    const data: unknown = JSON.parse(editorData);
    const mode: unknown = typeof data === 'object' && data !== null && 'mode' in data ? data.mode : '';
    return typeof mode === 'string' && /^[\w+#.-]{1,64}$/u.test(mode) ? mode : '';
  } catch {
    return '';
  }
}

/** The address when a text is one address of the web and nothing else; else null. */
export function singleUrl(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\/[^\s<>"]+$/iu.test(trimmed) || !URL.canParse(trimmed)) return null;
  return trimmed;
}

const blockCharacters = [
  /^ {0,3}#{1,6} \S/mu,
  /^ {0,3}(?:[-*+]|\d{1,9}[.)]) \S/mu,
  /^ {0,3}> ?\S/mu,
  /^ {0,3}(?:`{3,}|~{3,}|:{2,}[a-z]|\$\$)/mu,
  /^ {0,3}(?:\*{3,}|-{3,}|_{3,}) *$/mu,
  /^ {0,3}\|? *:?-+:? *\|[ :|-]*$/mu,
];
const inlineCharacters = [
  /\*\*[^\s*](?:[^*\n]*[^\s*])?\*\*/u,
  /(?<!\w)__[^\s_][^\n]*__(?!\w)/u,
  /`[^`\n]+`/u,
  /!?\[[^\]\n]*\]\([^()\s]+\)/u,
];

/** Whether a text looks as if somebody had meant it as Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  return [...blockCharacters, ...inlineCharacters].some((sign) => sign.test(text));
}
