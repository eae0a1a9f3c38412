/** The meaning of one to five stars (REV-03). */
export const captions: Readonly<Record<number, string>> = {
  1: 'Disappointed. It was not what I expected.',
  2: 'Some things are off with this course.',
  3: 'Some improvements can be made.',
  4: 'It met my expectations.',
  5: 'It exceeded my expectations!',
};
