import type { ErrorMessages } from './codes.ts';

/** Errors of the fields of courses, books, lessons, clips and articles. Each sentence starts with the field. */
export const fieldErrors = {
  FIELD_ADDRESS_INVALID: ['BAD_INPUT', '{field}: expected an http or https address, got {got:quoted}.'],
  FIELD_ARCHETYPE_INVALID: ['BAD_INPUT', '{field}: expected capitals and underscores such as PREMIUMCAST, and not BOOK.'],
  FIELD_BOOLEAN_REQUIRED: ['BAD_INPUT', '{field}: expected true or false.'],
  FIELD_DEPENDENCIES_TOO_LARGE: ['BAD_INPUT', '{field}: expected shorter names and links: there is no room for all of it.'],
  FIELD_ENTRIES_TOO_MANY: ['BAD_INPUT', '{field}: expected at most {max}, got {count}.'],
  FIELD_ENTRY_ADDRESS_INVALID: ['BAD_INPUT', '{field}: expected http or https addresses, got {got:quoted}.'],
  FIELD_ENTRY_INCOMPLETE: ['BAD_INPUT', '{field}: expected both {first} and {second} in each.'],
  FIELD_ENTRY_NAME_REQUIRED: ['BAD_INPUT', '{field}: expected a name in each.'],
  FIELD_ENTRY_TOO_LONG: ['BAD_INPUT', '{field}: expected at most {max} characters in each, got {got:quoted}.'],
  FIELD_LANGUAGE_INVALID: ['BAD_INPUT', '{field}: expected a language tag such as en or pt-BR, got {got:quoted}.'],
  FIELD_LANGUAGE_REQUIRED: ['BAD_INPUT', '{field}: expected a language.'],
  FIELD_MEDIA_INVALID: ['BAD_INPUT', '{field}: expected an http or https address, or a path on this site, got {got:quoted}.'],
  FIELD_NUMBER_INVALID: ['BAD_INPUT', '{field}: expected a number from {min} to {max}, got {got:text}.'],
  FIELD_PART_ADDRESS_INVALID: ['BAD_INPUT', '{field}: {part} expected an http or https address, got {got:quoted}.'],
  FIELD_PART_TOO_LONG: ['BAD_INPUT', '{field}: {part} expected at most {max} characters, got {length}.'],
  FIELD_PATH_INVALID: ['BAD_INPUT', '{field}: expected a path such as /repositories/lesson-1, got {got:quoted}.'],
  FIELD_PERMALINK_INVALID: ['BAD_INPUT', '{field}: expected an address on this site such as /a-title, got {got:quoted}.'],
  FIELD_SLUG_INVALID: [
    'BAD_INPUT',
    '{field}: expected lower-case words joined by single hyphens, at most {max} characters, got {got:quoted}.',
  ],
  FIELD_TAGS_INVALID: ['BAD_INPUT', '{field}: expected slugs of tags, got {got:quoted}.'],
  FIELD_TAGS_TOO_MANY: ['BAD_INPUT', '{field}: expected at most {max} tags, got {count}.'],
  FIELD_TITLE_LENGTH_INVALID: ['BAD_INPUT', '{field}: expected 1 to {max} characters, got {length}.'],
  FIELD_TOO_LONG: ['BAD_INPUT', '{field}: expected at most {max} characters, got {length}.'],
  FIELD_TOPIC_REQUIRED: ['BAD_INPUT', '{field}: expected a topic.'],
  FIELD_VALUE_REQUIRED: ['BAD_INPUT', '{field}: expected a value.'],
  FIELD_VIDEO_INVALID: ['BAD_INPUT', '{field}: expected local: with the ID of a playback, or an https address, got {got:quoted}.'],
  FIELD_WHOLE_NUMBER_INVALID: ['BAD_INPUT', '{field}: expected a whole number from {min} to {max}, got {got:text}.'],
} as const satisfies ErrorMessages;
