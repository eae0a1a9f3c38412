import { countSteps, needsBundling, parseCode, withoutExports } from './count-steps.ts';
import type { BuildFault, CodePiece, RunFile } from './build-message.ts';

/** Code that can't be built, and why. */
export class BuildError extends Error {
  readonly faults: readonly BuildFault[];

  constructor(faults: readonly BuildFault[]) {
    super(faults.map(({ message }) => message).join('\n'));
    this.faults = faults;
  }
}

/**
 * Builds one piece of code: JavaScript without imports only gets its steps counted; everything else is translated and bundled by esbuild,
 * which is loaded with the first such piece. Nothing can import the piece itself, so its exports are left out.
 *
 * @throws BuildError
 */
export async function buildCode(piece: CodePiece, files: readonly RunFile[]): Promise<{ code: string; css: string }> {
  const { kind, file } = piece;
  if (file.language === 'javascript') {
    const program = parse(file, kind);
    if (kind !== 'module' || !needsBundling(program)) return { code: countSteps(withoutExports(file.text, program), program), css: '' };
  }
  const { bundleCode } = await import('./bundle-code.ts');
  return bundleCode(piece, files);
}

/** Loads esbuild if files look as if they needed it. */
export async function prepareFor(files: readonly RunFile[]): Promise<void> {
  const isPlain = ({ language, text }: RunFile) =>
    language === 'css' || language === 'html' || (language === 'javascript' && !/\bimport\b/u.test(text));
  if (!files.every(isPlain)) await (await import('./bundle-code.ts')).startEsbuild();
}

function parse(file: RunFile, kind: CodePiece['kind']) {
  try {
    return parseCode(file.text, kind);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const { loc } = error as SyntaxError & { loc?: { line: number } };
    throw new BuildError([{ file: file.name, line: loc?.line ?? null, message: error.message.replace(/ \(\d+:\d+\)$/u, '') }]);
  }
}
