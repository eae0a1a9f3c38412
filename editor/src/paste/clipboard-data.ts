/** The clipboard's content in the formats that can become a text; '' for a missing format. */
export interface ClipboardContent {
  readonly html: string;
  readonly text: string;
  /** The language of code copied from VS Code, by its own name, for example `typescript`. */
  readonly codeLanguage: string;
}

/** Reads a clipboard, which only works during its event. */
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

/** Returns the URL if a text is a single web URL and nothing else; otherwise null. */
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

/** Returns true if a text looks like intended Markdown. */
export function looksLikeMarkdown(text: string): boolean {
  return [...blockCharacters, ...inlineCharacters].some((sign) => sign.test(text));
}
