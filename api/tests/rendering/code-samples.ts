/** For each language of the editor: some code, and what its HTML must contain. */
export const codeSamples: Readonly<Record<string, { readonly source: string; readonly expected: readonly string[] }>> = {
  javascript: {
    source: '// note\nexport const area = (width) => width * 2 + "px";',
    expected: [
      '<span class="c">// note</span>',
      '<span class="k">const</span>',
      '<span class="n">2</span>',
      '<span class="s">&quot;px&quot;</span>',
    ],
  },
  jsx: { source: 'const a = <div className="x">{y}</div>;', expected: ['<span class="g">div</span>', '<span class="p">className</span>'] },
  json: {
    source: '{\n  "a": [1, true, "x"]\n}',
    expected: ['<span class="p">&quot;a&quot;</span>', '<span class="n">true</span>', '<span class="s">&quot;x&quot;</span>'],
  },
  typescript: {
    source: 'interface Plan { name: string }\nfunction find(id: number): Plan {}',
    expected: ['<span class="t">Plan</span>', '<span class="t">string</span>', '<span class="f">find</span>'],
  },
  tsx: { source: 'const a: FC = () => <Card wide={1} />;', expected: ['<span class="t">FC</span>', '<span class="p">wide</span>'] },
  c: {
    source: 'int main(void) {\n  return 0; // done\n}',
    expected: ['<span class="k">return</span>', '<span class="f">main</span>', '<span class="c">// done</span>'],
  },
  cpp: {
    source: 'template <class T> T twice(T a) { return a + 1; }',
    expected: ['<span class="k">template</span>', '<span class="f">twice</span>'],
  },
  csharp: {
    source: 'public class Plan { public int Seats { get; set; } = 1; }',
    expected: ['<span class="t">Plan</span>', '<span class="n">1</span>'],
  },
  java: {
    source: 'public class Plan {\n  private final String name = "x";\n}',
    expected: ['<span class="t">Plan</span>', '<span class="t">String</span>'],
  },
  'objective-c': {
    source: '@interface Plan : NSObject\n- (void)book:(NSString *)seat; // free\n@end',
    expected: ['<span class="t">Plan</span>', '<span class="f">book</span>', '<span class="c">// free</span>'],
  },
  scala: {
    source: 'object Plan {\n  def twice(x: Int): Int = x + 1\n}',
    expected: ['<span class="k">def</span>', '<span class="f">twice</span>', '<span class="t">Int</span>'],
  },
  css: {
    source: '.card > a:hover { color: #fff; margin: 0 1px; }',
    expected: ['<span class="g">card</span>', '<span class="p">color</span>', '<span class="n">#fff</span>'],
  },
  scss: {
    source: '$gap: 1px;\n.card { &:hover { margin: $gap; } }',
    expected: ['<span class="g">card</span>', '<span class="p">margin</span>'],
  },
  less: {
    source: '@gap: 1px;\n.card { .wide(); margin: @gap; }',
    expected: ['<span class="p">margin</span>', '<span class="n">1px</span>'],
  },
  markdown: { source: '# Title\n\nSome **bold** and `code`.', expected: ['<span class="m"># Title</span>', '<span class="s">code</span>'] },
  go: {
    source: 'package main\n\nfunc main() { fmt.Println("x") }',
    expected: ['<span class="k">func</span>', '<span class="f">main</span>', '<span class="f">Println</span>'],
  },
  python: {
    source: 'def area(width: int) -> str:\n    return f"{width}"  # note',
    expected: ['<span class="k">def</span>', '<span class="f">area</span>', '<span class="c"># note</span>'],
  },
  ruby: {
    source: 'class Plan < Base\n  def seats; puts "x" if @free; end\nend',
    expected: ['<span class="t">Plan</span>', '<span class="f">seats</span>'],
  },
  rust: {
    source: 'fn main() {\n  let x: u32 = 1;\n}',
    expected: ['<span class="k">let</span>', '<span class="t">u32</span>', '<span class="f">main</span>'],
  },
  shell: {
    source: '# note\nfor file in *.txt; do echo "$file"; done',
    expected: ['<span class="c"># note</span>', '<span class="k">for</span>'],
  },
  html: {
    source: '<a href="x" class="y">z</a>',
    expected: ['<span class="g">a</span>', '<span class="p">href</span>', '<span class="s">&quot;x&quot;</span>'],
  },
  dart: { source: "void main() { var a = 'b'; print(a); }", expected: ['<span class="f">main</span>', '<span class="s">\'b\'</span>'] },
  yaml: {
    source: 'plan: 1\nnames:\n  - "x" # note',
    expected: ['<span class="p">plan</span>', '<span class="n">1</span>', '<span class="c"># note</span>'],
  },
  clojure: {
    source: '(defn area [x] (+ x 1)) ; note',
    expected: ['<span class="k">defn</span>', '<span class="n">1</span>', '<span class="c">; note</span>'],
  },
  svelte: {
    source: '<script>\n  let a = 1;\n</script>\n<h1 class="b">{a}</h1>',
    expected: ['<span class="k">let</span>', '<span class="g">h1</span>'],
  },
};
