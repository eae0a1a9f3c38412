const edge = /[^\S\n]*(<?(?:--+>|-\.+->?|==+>?|--+(?:[xo](?=\s))?|-\.(?=[^-.>])|\.+->?))[^\S\n]*(\|[^|\n]*\|)?[^\S\n]*/y;

/** The edges that the library knows; a longer one is drawn as the usual one, a head of another shape as none. */
function plainEdge(edgeSign: string): string {
  return edgeSign
    .replace(/-{2,}>$/u, '-->')
    .replace(/-{4,}$/u, '---')
    .replace(/--[xo]$/u, '---')
    .replace(/={2,}>$/u, '==>')
    .replace(/={4,}$/u, '===')
    .replace(/^-\.{2,}->/u, '-.->');
}

/**
 * A flowchart as the drawing library reads it: spaces around its edges and one statement a line. `A-->|yes|B;B-->C` is
 * what people write and what Mermaid reads. What stands in quotation marks or brackets stays as it is.
 */
export function plainFlowchart(source: string): string {
  let plain = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < source.length; at += 1) {
    const sign = source.charAt(at);
    if (sign === '\n') {
      depth = 0;
      isQuoted = false;
    } else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && '[({'.includes(sign)) depth += 1;
    else if (!isQuoted && '])}'.includes(sign)) depth = Math.max(0, depth - 1);
    else if (!isQuoted && depth === 0) {
      edge.lastIndex = at;
      const [all, arrow, label = ''] = edge.exec(source) ?? [];
      if (all !== undefined && arrow !== undefined) {
        plain += ` ${plainEdge(arrow)}${label} `;
        at += all.length - 1;
        continue;
      }
      if (sign === ';') {
        plain += '\n';
        continue;
      }
    }
    plain += sign;
  }
  return plain;
}
