/** The little Markdown that rules are written in, as data; nothing becomes HTML by itself. */
export interface Span {
  kind: 'text' | 'strong' | 'em' | 'code';
  text: string;
}

export type Block = { kind: 'p'; spans: Span[] } | { kind: 'list'; items: Span[][] } | { kind: 'table'; rows: Span[][][] };

export function spans(text: string): Span[] {
  const found: Span[] = [];
  for (const part of text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/)) {
    if (part.startsWith('**')) found.push({ kind: 'strong', text: part.slice(2, -2) });
    else if (part.startsWith('*') && part.length > 2) found.push({ kind: 'em', text: part.slice(1, -1) });
    else if (part.startsWith('`')) found.push({ kind: 'code', text: part.slice(1, -1) });
    else if (part) found.push({ kind: 'text', text: part });
  }
  return found;
}

const cells = (row: string): Span[][] => row.replace(/^\||\|$/g, '').split('|').map((cell) => spans(cell.trim()));

function block(lines: string[]): Block[] {
  if (lines.every((line) => line.startsWith('|')))
    return [{ kind: 'table', rows: lines.filter((line) => !/^[|\s:-]+$/.test(line)).map(cells) }];
  const at = lines.findIndex((line) => /^\s*[-*] /.test(line));
  if (at < 0) return [{ kind: 'p', spans: spans(lines.join(' ')) }];
  const items: string[] = [];
  for (const line of lines.slice(at)) {
    if (/^\s*[-*] /.test(line)) items.push(line.replace(/^\s*[-*] /, ''));
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  const before: Block[] = at > 0 ? [{ kind: 'p', spans: spans(lines.slice(0, at).join(' ')) }] : [];
  return [...before, { kind: 'list', items: items.map(spans) }];
}

export function blocks(markdown: string): Block[] {
  return markdown
    .trim()
    .split(/\n\s*\n/)
    .flatMap((part) => block(part.split('\n')));
}
