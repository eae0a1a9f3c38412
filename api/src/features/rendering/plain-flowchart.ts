const edge = /[^\S\n]*(<?(?:--+>|-\.+->?|==+>?|--+(?:[xo](?=\s))?|-\.(?=[^-.>])|\.+->?))[^\S\n]*(\|[^|\n]*\|)?[^\S\n]*/y;

/** Returns an edge that the library knows: shortens a longer one, and drops arrowheads of other shapes. */
function plainEdge(arrow: string): string {
  return arrow
    .replace(/-{2,}>$/u, '-->')
    .replace(/-{4,}$/u, '---')
    .replace(/--[xo]$/u, '---')
    .replace(/={2,}>$/u, '==>')
    .replace(/={4,}$/u, '===')
    .replace(/^-\.{2,}->/u, '-.->');
}

/**
 * Returns a flowchart in the syntax that the rendering library reads: spaces around edges and one statement a line. Authors write
 * `A-->|yes|B;B-->C`, which Mermaid accepts too. Text in quotation marks or brackets stays unchanged.
 */
export function plainFlowchart(source: string): string {
  let plain = '';
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < source.length; index += 1) {
    const character = source.charAt(index);
    if (character === '\n') {
      depth = 0;
      isQuoted = false;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && '[({'.includes(character)) depth += 1;
    else if (!isQuoted && '])}'.includes(character)) depth = Math.max(0, depth - 1);
    else if (!isQuoted && depth === 0) {
      edge.lastIndex = index;
      const [all, arrow, label = ''] = edge.exec(source) ?? [];
      if (all !== undefined && arrow !== undefined) {
        plain += ` ${plainEdge(arrow)}${label} `;
        index += all.length - 1;
        continue;
      }
      if (character === ';') {
        plain += '\n';
        continue;
      }
    }
    plain += character;
  }
  return plain;
}
