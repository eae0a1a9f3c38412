/** British spellings, each as the start of a word, with the US one. */
const starts = [
  ...[
    'behavi',
    'col',
    'endeav',
    'fav',
    'flav',
    'harb',
    'hon',
    'hum',
    'lab',
    'neighb',
    'rum',
    'sav',
    'vap',
    'arm',
    'cand',
    'rig',
    'vig',
  ].map((start) => [`${start}our`, `${start}or`]),
  ...['apolog', 'author', 'capital', 'categor', 'central', 'character', 'critic', 'custom', 'emphas', 'equal', 'familiar', 'final'].map(
    (start) => [`${start}is`, `${start}iz`],
  ),
  ...[
    'general',
    'initial',
    'local',
    'maxim',
    'memor',
    'minim',
    'modern',
    'normal',
    'optim',
    'organ',
    'prior',
    'public',
    'random',
    'real',
  ].map((start) => [`${start}is`, `${start}iz`]),
  ...['recogn', 'sanit', 'serial', 'special', 'stabil', 'standard', 'summar', 'symbol', 'synchron', 'util', 'visual'].map((start) => [
    `${start}is`,
    `${start}iz`,
  ]),
  ...['cancell', 'channell', 'fuell', 'labell', 'levell', 'marvell', 'modell', 'quarrell', 'signall', 'travell', 'tunnell'].map((start) => [
    start,
    start.slice(0, -1),
  ]),
  ...[
    ['analys', 'analyz'],
    ['artefact', 'artifact'],
    ['catalogu', 'catalog'],
    ['centre', 'center'],
    ['cheque', 'check'],
    ['defence', 'defense'],
    ['enrolment', 'enrollment'],
    ['fulfilment', 'fulfillment'],
    ['grey', 'gray'],
    ['judgement', 'judgment'],
    ['learnt', 'learned'],
    ['licence', 'license'],
    ['litre', 'liter'],
    ['metre', 'meter'],
    ['offence', 'offense'],
    ['per cent', 'percent'],
    ['plough', 'plow'],
    ['practise', 'practice'],
    ['programme', 'program'],
    ['sceptic', 'skeptic'],
    ['spelt', 'spelled'],
    ['theatre', 'theater'],
    ['whilst', 'while'],
  ],
];

/** What makes a word British after such a start. Others are US English too, such as *organist*, *programmer*, *analyses* and *cancellation*. */
const ends = {
  is: '(?:e|es|ed|er|ers|ing|ations?)',
  ll: '(?:ed|er|ers|ing|able|ous)',
  analys: '(?:e|ed|er|ers|ing)',
  catalogu: '(?:e|es|ed|ing)',
  practise: '(?:s|d)?',
  programme: '(?:s)?',
  spelt: '',
};

const rules = starts.map(([british, american]) => {
  const end = ends[british] ?? ends[british.slice(-2)] ?? '[a-z]*';
  return { pattern: new RegExp(`(?<![\\w-])${british}${end}(?!\\w|-\\d)`, 'gi'), british, american };
});

/**
 * Returns the British spellings in a text that people read.
 *
 * @param {string} text
 * @returns {{ word: string, instead: string }[]}
 */
export function findBritishSpellings(text) {
  return rules.flatMap(({ pattern, british, american }) =>
    [...text.matchAll(pattern)].map(([match]) => {
      const word = match.toLowerCase();
      const rest = word.slice(british.length);
      return { word, instead: `US spelling: ${american}${british === 'catalogu' ? rest.replace(/^e/, '') : rest}` };
    }),
  );
}
