import { graphql } from '../../shared/graphql-document.ts';

/** A price of a plan. */
export type PlanPriceRow = {
  id: string;
  billingInterval: 'MONTH' | 'YEAR';
  amountCents: number;
  currency: string;
  isOffered: boolean;
  numSubscribers: number;
};

/** A plan with its prices, including former ones. */
export type PlanRow = {
  id: string;
  name: string;
  kind: 'PRO' | 'TEAM';
  description: string | null;
  features: readonly string[];
  trialDays: number;
  minSeats: number;
  maxSeats: number;
  isHighlighted: boolean;
  isOffered: boolean;
  plans: { nodes: PlanPriceRow[] };
};

/** The price of a title. */
export type PriceRow = {
  id: string;
  amountCents: number;
  currency: string;
  isAdvanced: boolean;
  course: { title: string } | null;
  book: { title: string } | null;
};

graphql(/* GraphQL */ `fragment PlanRow on Product {
  id name kind description features trialDays minSeats maxSeats isHighlighted isOffered
  plans(first: 100) { nodes { id billingInterval amountCents currency isOffered numSubscribers } }
}`);

/** Plans in order, prices of titles, and whether the site accepts payments. */
export const PlanListDocument = graphql(
  /* GraphQL */ `query administrationPlans {
  checkoutMode
  products(first: 50, orderBy: [POSITION_ASC, ID_ASC]) { nodes { ...PlanRow } }
  itemPriceList(first: 100) { nodes { id amountCents currency isAdvanced course { title } book { title } } }
}`,
);

/** One plan. */
export const PlanDocument = graphql(/* GraphQL */ `query administrationPlan($id: UUID!) {
  productById(id: $id) { ...PlanRow }
}`);

/** Creates a plan, or changes one. */
export const SavePlanDocument =
  graphql(/* GraphQL */ `mutation saveProduct($id: UUID, $changes: ProductChangeInput!, $prices: [PlanPriceInput]!) {
  saveProduct(input: { id: $id, changes: $changes, prices: $prices }) { product { id } }
}`);

/** Stops selling a plan. */
export const RetirePlanDocument = graphql(
  /* GraphQL */ `mutation retireProduct($id: UUID!) {
  retireProduct(input: { id: $id }) { product { id } }
}`,
);

/** Moves a plan on the pricing page. */
export const MovePlanDocument = graphql(
  /* GraphQL */ `mutation moveProduct($id: UUID!, $position: Int!) {
  moveProduct(input: { id: $id, position: $position }) { product { id } }
}`,
);

/** Changes the price of a title. */
export const ChangeItemPriceDocument = graphql(
  /* GraphQL */ `mutation changeItemPrice($id: UUID!, $amountCents: Int!) {
  changeItemPrice(input: { id: $id, amountCents: $amountCents }) { itemPrice { id } }
}`,
);
