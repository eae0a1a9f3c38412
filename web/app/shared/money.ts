export { decimalsOf, exactMoney, money } from '@newline/api/rules/money';
