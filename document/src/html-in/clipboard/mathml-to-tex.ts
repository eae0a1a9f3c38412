/** A MathML element from the HTML parser. */
export type MathNode = {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (MathNode | string)[];
};

/** Maximum depth of a formula; deeper ones become plain text. */
const maxDepth = 60;

const operators: Readonly<Record<string, string>> = {
  ...{ '∑': '\\sum', '∏': '\\prod', '∫': '\\int', '∞': '\\infty', '≤': '\\le', '≥': '\\ge', '≠': '\\ne', '≈': '\\approx', '±': '\\pm' },
  ...{ '×': '\\times', '⋅': '\\cdot', '·': '\\cdot', '÷': '\\div', '→': '\\to', '⇒': '\\Rightarrow', '∈': '\\in', '∉': '\\notin' },
  ...{ '∂': '\\partial', '∇': '\\nabla', '∀': '\\forall', '∃': '\\exists', '∪': '\\cup', '∩': '\\cap', '⊂': '\\subset', '…': '\\dots' },
  ...{
    '−': '-',
    '′': "'",
    '\u2061': '',
    '\u2062': '',
    '\u2063': '',
    '{': '\\{',
    '}': '\\}',
    '%': '\\%',
    '#': '\\#',
    '&': '\\&',
    _: '\\_',
    $: '\\$',
  },
};
const commandNames: Readonly<Record<string, string>> = {
  ...{ α: 'alpha', β: 'beta', γ: 'gamma', δ: 'delta', ε: 'epsilon', ζ: 'zeta', η: 'eta', θ: 'theta', ι: 'iota', κ: 'kappa', λ: 'lambda' },
  ...{ μ: 'mu', ν: 'nu', ξ: 'xi', π: 'pi', ρ: 'rho', σ: 'sigma', τ: 'tau', φ: 'phi', ϕ: 'phi', χ: 'chi', ψ: 'psi', ω: 'omega' },
  ...{ Γ: 'Gamma', Δ: 'Delta', Θ: 'Theta', Λ: 'Lambda', Ξ: 'Xi', Π: 'Pi', Σ: 'Sigma', Φ: 'Phi', Ψ: 'Psi', Ω: 'Omega' },
};
const accents: Readonly<Record<string, string>> = {
  '^': 'hat',
  '¯': 'bar',
  '‾': 'overline',
  '→': 'vec',
  '˙': 'dot',
  '~': 'tilde',
  '˜': 'tilde',
};

/** Returns the TeX of a MathML formula: its annotation, or a conversion of its elements. */
export function mathmlToTex(math: MathNode): string {
  const annotation = findTex(math, 0);
  return (annotation ?? rowOf(math.children, 0)).replaceAll(/ {2,}/gu, ' ').trim();
}

function findTex(node: MathNode, depth: number): string | null {
  if (node.tag === 'annotation' && /tex/iu.test(node.attributes.get('encoding') ?? '')) return textOf(node, 0).trim() || null;
  if (depth > maxDepth) return null;
  for (const child of node.children) {
    const tex = typeof child === 'string' ? null : findTex(child, depth + 1);
    if (tex !== null) return tex;
  }
  return null;
}

function textOf(node: MathNode, depth: number): string {
  if (depth > maxDepth) return '';
  return node.children.map((child) => (typeof child === 'string' ? child : textOf(child, depth + 1))).join('');
}

function rowOf(children: readonly (MathNode | string)[], depth: number): string {
  return children
    .map((child) => (typeof child === 'string' ? '' : texOf(child, depth + 1)))
    .join(' ')
    .trim();
}

function texOf(node: MathNode, depth: number): string {
  if (depth > maxDepth) return textOf(node, 0);
  const inner = node.children.filter((child) => typeof child !== 'string');
  // Each child is read once: read twice at each level, a deep formula would never end.
  const part = (index: number) => {
    const child = inner[index];
    return child === undefined ? '' : texOf(child, depth + 1);
  };
  const words = () => textOf(node, 0).trim();
  switch (node.tag) {
    case 'mi': {
      const word = words();
      const commandName = Object.hasOwn(commandNames, word) ? commandNames[word] : undefined;
      return commandName === undefined ? (operators[word] ?? (word.length > 1 ? nameOf(word) : word)) : `\\${commandName}`;
    }
    case 'mo':
    case 'mn':
      return Object.hasOwn(operators, words()) ? (operators[words()] ?? '') : words();
    case 'mtext':
    case 'ms':
      return words() === '' ? '' : `\\text{${words().replaceAll(/[\\{}$%#&_^~]/gu, ' ')}}`;
    case 'mspace':
      return '\\,';
    case 'annotation':
    case 'annotation-xml':
      return '';
    case 'msup':
      return `${grouped(part(0))}^${braced(part(1))}`;
    case 'msub':
      return `${grouped(part(0))}_${braced(part(1))}`;
    case 'msubsup':
    case 'munderover':
      return `${grouped(part(0))}_${braced(part(1))}^${braced(part(2))}`;
    case 'munder':
      return `${grouped(part(0))}_${braced(part(1))}`;
    case 'mover': {
      const accent = accents[textOf(inner[1] ?? node, 0).trim()];
      return accent === undefined ? `${grouped(part(0))}^${braced(part(1))}` : `\\${accent}${argument(part(0))}`;
    }
    case 'mfrac':
      return `\\frac${argument(part(0))}${braced(part(1))}`;
    case 'msqrt':
      return `\\sqrt${argument(rowOf(node.children, depth))}`;
    case 'mroot':
      return `\\sqrt[${part(1)}]${argument(part(0))}`;
    case 'mfenced':
      return `${node.attributes.get('open') ?? '('}${inner.map((child) => texOf(child, depth + 1)).join(', ')}${node.attributes.get('close') ?? ')'}`;
    case 'mtable':
      return `\\begin{matrix}${inner.map((child) => texOf(child, depth + 1)).join(' \\\\ ')}\\end{matrix}`;
    case 'mtr':
      return inner.map((child) => texOf(child, depth + 1)).join(' & ');
    default:
      return rowOf(node.children, depth);
  }
}

/** Functions that TeX has as commands. */
const functionNames = new Set([
  ...['arccos', 'arcsin', 'arctan', 'arg', 'cos', 'cosh', 'cot', 'coth', 'csc', 'deg', 'det', 'dim', 'exp', 'gcd', 'hom', 'inf', 'ker'],
  ...['lg', 'lim', 'liminf', 'limsup', 'ln', 'log', 'max', 'min', 'Pr', 'sec', 'sin', 'sinh', 'sup', 'tan', 'tanh'],
]);

function nameOf(word: string): string {
  return functionNames.has(word) ? `\\${word}` : `\\operatorname{${word}}`;
}

/** After a command, a letter would become part of its name: `\frac1n`, but `\frac{n}2`. */
function argument(tex: string): string {
  return /^[A-Za-z]$/u.test(tex) ? `{${tex}}` : braced(tex);
}

function braced(tex: string): string {
  return /^[A-Za-z0-9]$/u.test(tex) ? tex : `{${tex}}`;
}

function grouped(tex: string): string {
  return /^(?:\\?[A-Za-z]+|[^\s\\{}]|)$/u.test(tex) ? tex : `{${tex}}`;
}
