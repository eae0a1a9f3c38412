export { decimalsOf, money } from '@newline/api/rules/money';
